import { defineEntity, p } from '@mikro-orm/core';
import { Company } from './company.ts';
import { StoredFile } from './stored-file.ts';

/** A file that a company added to its verification. */
const VerificationDocumentSchema = defineEntity({
  name: 'VerificationDocument',
  tableName: 'verification_document',
  indexes: [{ properties: ['companyId'] }],
  properties: {
    /** Shown as `DOC` and this number. */
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').unique(),
  },
});

export class VerificationDocument extends VerificationDocumentSchema.class {}
VerificationDocumentSchema.setClass(VerificationDocument);
