import { defineEntity, p } from '@mikro-orm/core';
import { VerificationDocument } from './verification-document.ts';
import { VerificationSubmission } from './verification-submission.ts';

/** Which documents a submission has. A corrected one has those of the one before it, without a second copy. */
const VerificationAttachmentSchema = defineEntity({
  name: 'VerificationAttachment',
  tableName: 'verification_attachment',
  indexes: [{ properties: ['documentId'] }],
  triggers: [
    {
      // Frozen with its submission; the lock rules out that it is sent meanwhile.
      name: 'verification_attachment_frozen',
      timing: 'before',
      events: ['insert', 'delete'],
      body:
        "perform 1 from verification_submission s where s.state = 'draft' and s.id = " +
        "case when tg_op = 'INSERT' then new.submission_id else old.submission_id end for share; " +
        "if not found then raise exception 'what was sent for verification stays as it was'; end if; " +
        "if tg_op = 'INSERT' then return new; end if; return old;",
    },
  ],
  properties: {
    submissionId: () => p.manyToOne(VerificationSubmission).mapToPk().fieldName('submission_id').primary(),
    documentId: () => p.manyToOne(VerificationDocument).mapToPk().fieldName('document_id').primary(),
  },
});

export class VerificationAttachment extends VerificationAttachmentSchema.class {}
VerificationAttachmentSchema.setClass(VerificationAttachment);
