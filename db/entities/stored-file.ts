import { defineEntity, p } from '@mikro-orm/core';
import { FILE_TYPES } from '../../domain/stored-file.ts';

/** A file that somebody uploaded; its content is encrypted in its parts. It belongs to the row that refers to it. */
const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'stored_file',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Safe to show and to store (domain/stored-file.ts). */
    name: p.string().length(120),
    /** What its content is, whatever it was called. */
    type: p.enum(FILE_TYPES),
    /** Bytes. */
    size: p.integer().check('size > 0'),
    /** The hash of its content, in hex, which proves that what is read is what was sent. */
    sha256: p.character().length(64),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class StoredFile extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFile);
