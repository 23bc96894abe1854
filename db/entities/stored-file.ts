import { defineEntity, p } from '@mikro-orm/core';
import { FILE_TYPES } from '../../domain/stored-file.ts';

/** A file that somebody handed in; what is in it stands encrypted in its parts. Whose it is says what names it. */
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
    /** Of its content, in hex: what is read is what was sent, whole and in order. */
    sha256: p.character().length(64),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class StoredFile extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFile);
