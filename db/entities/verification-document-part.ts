import { defineEntity, p } from '@mikro-orm/core';
import { VerificationDocument } from './verification-document.ts';

/** Some bytes of a document, encrypted: a change of ENCRYPTION_KEY takes one at a time (db/secret-stores.ts). */
const VerificationDocumentPartSchema = defineEntity({
  name: 'VerificationDocumentPart',
  tableName: 'verification_document_part',
  properties: {
    documentId: () =>
      p.manyToOne(VerificationDocument).mapToPk().fieldName('document_id').primary().deleteRule('cascade'),
    /** From 0. */
    number: p.integer().primary(),
    contentEncrypted: p.text().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class VerificationDocumentPart extends VerificationDocumentPartSchema.class {}
VerificationDocumentPartSchema.setClass(VerificationDocumentPart);
