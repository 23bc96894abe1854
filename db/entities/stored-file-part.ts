import { defineEntity, p } from '@mikro-orm/core';
import { StoredFile } from './stored-file.ts';

/** Some bytes of a file, encrypted: a change of ENCRYPTION_KEY takes one at a time (db/secret-stores.ts). */
const StoredFilePartSchema = defineEntity({
  name: 'StoredFilePart',
  tableName: 'stored_file_part',
  properties: {
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').primary().deleteRule('cascade'),
    /** From 0. */
    number: p.integer().primary(),
    contentEncrypted: p.text().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class StoredFilePart extends StoredFilePartSchema.class {}
StoredFilePartSchema.setClass(StoredFilePart);
