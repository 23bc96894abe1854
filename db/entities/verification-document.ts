import { defineEntity, p } from '@mikro-orm/core';
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES } from '../../domain/verification.ts';
import { Company } from './company.ts';

/** A file that a company added to its verification; what is in it stands encrypted in its parts. */
const VerificationDocumentSchema = defineEntity({
  name: 'VerificationDocument',
  tableName: 'verification_document',
  indexes: [{ properties: ['companyId'] }],
  properties: {
    /** Shown as `DOC` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    /** Safe to show and to store (domain/verification.ts). */
    name: p.string().length(120),
    /** What its content is, whatever it was called. */
    type: p.enum(DOCUMENT_TYPES),
    /** Bytes. */
    size: p.integer().check(`size between 1 and ${MAX_DOCUMENT_BYTES}`),
    /** Of its content, in hex: what is read is what was sent, whole and in order. */
    sha256: p.character().length(64),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class VerificationDocument extends VerificationDocumentSchema.class {}
VerificationDocumentSchema.setClass(VerificationDocument);
