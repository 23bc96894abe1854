import { answers, envelope, fileContent } from '../schemas/envelope.ts';
import { StatementProof } from '../schemas/settlement-proofs.ts';
import {
  DisputeBody,
  SettlementDetail,
  SettlementDetailQuery,
  SettlementList,
  SettlementListQuery,
  SettlementPath,
} from '../schemas/settlements.ts';
import { defineOperations } from './define.ts';

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';
/** With its encoding, and that its first row is a header (RFC 4180). */
export const CSV_CONTENT_TYPE = `${CSV_TYPE}; charset=utf-8; header=present`;
export const PDF_TYPE = 'application/pdf';
export const PROOF_TYPE = 'application/vnd.guidepost.proof+json';
/** What a statement can be answered as, the default first. */
export const STATEMENT_TYPES = [JSON_TYPE, CSV_TYPE, PDF_TYPE, PROOF_TYPE];
const TAGS = ['settlements'];

export const settlementOperations = defineOperations({
  listSettlements: {
    route: 'GET /open/v1/settlement/list',
    sdk: 'settlements.list',
    noun: 'settlement',
    access: { scope: 'settlement:read' },
    schema: {
      tags: TAGS,
      summary: 'List commission statements, newest first',
      description:
        'Your own, one for each month and currency, or several (`part`) if a month was closed before its end. `open` statements show what they have collected so far; `issued` ones are to be ' +
        'paid. Lines are in settlement/detail.',
      querystring: SettlementListQuery,
      response: answers(SettlementList),
    },
  },
  getSettlement: {
    route: 'GET /open/v1/settlement/detail/{settlementId}',
    sdk: 'settlements.get',
    access: { scope: 'settlement:read', produces: STATEMENT_TYPES },
    schema: {
      tags: TAGS,
      summary: 'Read one statement with its lines, as JSON, CSV, PDF or with its proof',
      description:
        'An open statement has its lines so far; the lines of an issued one never change. The `Accept` header selects the form: `application/json` (lines in pages), `text/csv` (every line, for a spreadsheet), ' +
        '`application/pdf` (for printing, up to 2,000 lines), or `application/vnd.guidepost.proof+json`: the proof that the lines are in the transparency log, which `guidepost verify --statement` ' +
        'checks offline.',
      params: SettlementPath,
      querystring: SettlementDetailQuery,
      response: {
        ...answers(SettlementDetail, 'settlementNotFound'),
        200: {
          description: 'Success',
          content: {
            [JSON_TYPE]: { schema: envelope(SettlementDetail) },
            [CSV_TYPE]: fileContent('RFC 4180, UTF-8 with a byte order mark, one row for each line'),
            [PDF_TYPE]: fileContent('A4'),
            [PROOF_TYPE]: { schema: StatementProof },
          },
        },
      },
    },
  },
  disputeSettlementLine: {
    route: 'POST /open/v1/settlement/dispute/{settlementId}',
    sdk: 'settlements.dispute',
    noun: 'settlement',
    access: { scope: 'settlement:write' },
    schema: {
      tags: TAGS,
      summary: 'Object to one line of an issued statement',
      description:
        'While the statement is `issued` or `disputed`. It then is `disputed`, and is not paid until an operator has answered: the line stays unchanged, or an adjustment becomes a line of the next statement. You are notified by ' +
        '`settlement.dispute_resolved`. For a statement that is open or paid, or a line that is already waiting for an answer, it is refused with 40905.',
      params: SettlementPath,
      body: DisputeBody,
      response: answers(
        SettlementDetail,
        'settlementNotFound',
        'settlementStateForbids',
        'merchantKindForbidden',
      ),
    },
  },
});
