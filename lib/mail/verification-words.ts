/**
 * Mails to a company's owners about its verification, and to operators about an application; in the reader's language. Only the operator's
 * words come from elsewhere.
 */
import type { Language } from '../../domain/console-roles.ts';
import type { MailText } from '../../domain/mail.ts';
import type { ReasonField, RefusedFields } from '../../domain/verification.ts';

export interface SubmissionFacts {
  readonly decision: 'approved' | 'refused';
  readonly refused: RefusedFields;
  readonly note: string | null;
  /** Where the company reads and corrects it. */
  readonly page: string;
}

const WORDS = {
  en: {
    subject: { approved: 'Your company is verified', refused: 'Your verification needs corrections' },
    happened: {
      approved:
        'We have verified your company. Live is open: issue its keys in the console,\nunder Developers.',
      refused:
        'We could not verify your company yet. Nothing else has changed: the sandbox\nis open as before.',
    },
    toDo: 'What to do: correct it and send it again:',
    wrong: 'What has to be corrected:',
    footer: 'Guidepost sends this to the owners of the company.',
  },
  es: {
    subject: { approved: 'Su empresa está verificada', refused: 'Su verificación necesita correcciones' },
    happened: {
      approved:
        'Hemos verificado su empresa. El entorno real está abierto: cree sus claves en\nla consola, en Desarrollo.',
      refused:
        'Todavía no hemos podido verificar su empresa. Nada más ha cambiado: el\nentorno de pruebas sigue abierto.',
    },
    toDo: 'Qué hacer: corríjala y vuelva a enviarla:',
    wrong: 'Qué hay que corregir:',
    footer: 'Guidepost envía esto a los propietarios de la empresa.',
  },
  ja: {
    subject: { approved: '会社の審査が完了しました', refused: '審査の内容に修正が必要です' },
    happened: {
      approved:
        '会社の審査が完了し、本番環境が使えるようになりました。\nコンソールの「開発者」でキーを発行してください。',
      refused:
        '会社の審査を完了できませんでした。ほかに変わったことはなく、\nテスト環境はこれまでどおり使えます。',
    },
    toDo: '修正して、もう一度お送りください：',
    wrong: '修正が必要な項目：',
    footer: 'このメールは、会社のオーナーにお送りしています。',
  },
} as const;

const FIELDS: Record<Language, Record<ReasonField, string>> = {
  en: {
    legalName: 'Legal name',
    registrationNumber: 'Registration number',
    country: 'Country',
    taxId: 'Tax ID',
    street: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    contactName: 'Contact person',
    contactEmail: 'Contact e-mail',
    contactPhone: 'Contact phone',
    documents: 'Documents',
  },
  es: {
    legalName: 'Razón social',
    registrationNumber: 'Número de registro',
    country: 'País',
    taxId: 'Identificación fiscal',
    street: 'Calle y número',
    postalCode: 'Código postal',
    city: 'Ciudad',
    contactName: 'Persona de contacto',
    contactEmail: 'Correo de contacto',
    contactPhone: 'Teléfono de contacto',
    documents: 'Documentos',
  },
  ja: {
    legalName: '正式名称',
    registrationNumber: '法人番号・登録番号',
    country: '国',
    taxId: '税務番号',
    street: '町名・番地',
    postalCode: '郵便番号',
    city: '市区町村',
    contactName: '担当者',
    contactEmail: '担当者のメールアドレス',
    contactPhone: '担当者の電話番号',
    documents: '書類',
  },
};

/** The operator's decision on what a company sent. */
export function submissionMail(
  language: Language,
  { decision, refused, note, page }: SubmissionFacts,
): MailText {
  const words = WORDS[language];
  const names = FIELDS[language];
  const wrong = Object.entries(refused).map(([field, why]) => `- ${names[field as ReasonField]}: ${why}`);
  const paragraphs = [
    words.happened[decision],
    ...(wrong.length > 0 ? [`${words.wrong}\n${wrong.join('\n')}`] : []),
    ...(note === null ? [] : [note]),
    decision === 'refused' ? `${words.toDo}\n${page}` : page,
    words.footer,
  ];
  return { subject: words.subject[decision], text: `${paragraphs.join('\n\n')}\n` };
}

interface ApplicationFacts {
  readonly companyId: string;
  /** Where operators decide it. */
  readonly page: string;
}

const WAITS: Record<Language, (facts: ApplicationFacts) => readonly [subject: string, text: string]> = {
  en: ({ companyId, page }) => [
    `The company ${companyId} waits for its verification`,
    `The company ${companyId} has sent its form and documents.\n\nLook and decide:\n${page}\n\nGuidepost sends this to the operators who verify.\n`,
  ],
  es: ({ companyId, page }) => [
    `La empresa ${companyId} espera su verificación`,
    `La empresa ${companyId} ha enviado su formulario y sus documentos.\n\nRevíselos y decida:\n${page}\n\nGuidepost envía esto a los operadores que verifican.\n`,
  ],
  ja: ({ companyId, page }) => [
    `会社${companyId}が審査を待っています`,
    `会社${companyId}から、申請内容と書類が届きました。\n\n確認して判断してください：\n${page}\n\nこのメールは、審査を担当する運営者にお送りしています。\n`,
  ],
};

/** To operators: an application was sent. They read its content on its page. */
export function applicationMail(language: Language, facts: ApplicationFacts): MailText {
  const [subject, text] = WAITS[language](facts);
  return { subject, text };
}
