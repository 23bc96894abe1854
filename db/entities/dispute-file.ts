import { defineEntity, p } from '@mikro-orm/core';
import { DisputeMessage } from './dispute-message.ts';
import { StoredFile } from './stored-file.ts';

/** A file that came with a message about a dispute. */
const DisputeFileSchema = defineEntity({
  name: 'DisputeFile',
  tableName: 'dispute_file',
  indexes: [{ properties: ['messageId'] }],
  properties: {
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').primary(),
    messageId: () => p.manyToOne(DisputeMessage).mapToPk().fieldName('message_id'),
  },
});

export class DisputeFile extends DisputeFileSchema.class {}
DisputeFileSchema.setClass(DisputeFile);
