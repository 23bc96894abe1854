/** Mails to people about their account, in Japanese. */
import { browserOf } from '../../domain/browser-name.ts';
import type { AccountTexts, FactorChange } from './account-facts.ts';
import { instant, unlinked } from './plain-words.ts';

const FACTOR_SUBJECTS: Record<FactorChange, string> = {
  totp_added: '認証アプリが追加されました',
  totp_removed: '認証アプリが解除されました',
  passkey_added: 'パスキーが追加されました',
  passkey_removed: 'パスキーが削除されました',
  recovery_codes_made: '新しいリカバリーコードが作成されました',
  recovery_code_used: 'リカバリーコードが使われました',
  lifted: '2段階認証が解除されました',
};

const FACTOR_TEXTS: Record<FactorChange, string> = {
  totp_added: '今後、アカウントへのログインに認証アプリのコードが必要になります。',
  totp_removed: '今後、アカウントへのログインに認証アプリのコードは必要ありません。',
  passkey_added: '追加されたパスキーでも、アカウントにログインできるようになりました。',
  passkey_removed: '削除されたパスキーでは、アカウントにログインできなくなりました。',
  recovery_codes_made: '以前のリカバリーコードは使えなくなりました。',
  recovery_code_used: 'リカバリーコードを使って、アカウントへのログインがありました。',
  lifted: 'ご依頼により解除しました。新しく設定してください。',
};

const BROWSERS = {
  unknown: '不明',
  on: (browser: string, system: string) => `${browser}（${system}）`,
};

export const JA: AccountTexts = {
  confirm: ({ link }) => [
    'メールアドレスの確認',
    'このアドレスでGuidepostへの登録がありました。ご本人の場合は、24時間以内に\n次のリンクを開き、パスワードを設定してください。',
    link,
    '同じようなリンクが複数届いた場合は、最新のものだけが使えます。',
    'お心当たりがない場合は、何もする必要はありません。リンクを開かなければ、\nアカウントは作られません。',
  ],
  known: ({ signIn, reset }) => [
    'アカウントはすでにあります',
    'このアドレスでGuidepostへの登録がありましたが、すでにアカウントがあります。\n変更は行われていません。',
    `ご本人の場合は、ログインしてください：\n${signIn}`,
    `パスワードをお忘れの場合は、新しく設定してください：\n${reset}`,
  ],
  reset: ({ link }) => [
    'パスワードの再設定',
    'アカウントのパスワードを再設定する依頼がありました。ご本人の場合は、\n1時間以内に次のリンクを開いてください。',
    link,
    '再設定後も、2段階認証は必要です。すべての端末からログアウトされます。',
    'お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。',
  ],
  unknown: ({ register }) => [
    'このアドレスのアカウントはありません',
    'パスワードを再設定する依頼がありましたが、このアドレスのアカウントは\nGuidepostにありません。別のアドレスをお試しになるか、登録してください。',
    register,
  ],
  passwordChanged: ({ reset }) => [
    'パスワードが変更されました',
    'アカウントのパスワードが変更され、ほかの端末からログアウトされました。',
    `お心当たりがない場合は、すぐに新しいパスワードを設定してください：\n${reset}`,
  ],
  newEmail: ({ link }) => [
    '新しいメールアドレスの確認',
    'このアドレスをGuidepostのアカウントで使う依頼がありました。ご本人の場合は、\n24時間以内に次のリンクを開いてください。',
    link,
    'そのアカウントにログインしている必要があります。アカウントがない場合や、\nお心当たりがない場合は、何もする必要はありません。',
  ],
  emailChanged: () => [
    'アカウントのメールアドレスが変更されました',
    'アカウントのメールアドレスが変更されました。このアドレスは今後使われません。',
    'お心当たりがない場合は、すぐにお問い合わせください。',
  ],
  newDevice: ({ at, userAgent, address, reset, security }) => [
    'アカウントへの新しいログイン',
    'これまで使われていないブラウザで、アカウントへのログインがありました。',
    [`日時：${instant(at)}`, `ブラウザ：${browserOf(userAgent, BROWSERS)}`, `アドレス：${address}`].join(
      '\n',
    ),
    `お心当たりがない場合は、すぐに新しいパスワードを設定してください：\n${reset}`,
    `ログイン中の端末の一覧：\n${security}`,
  ],
  guessed: ({ guessed, link, reset }) => [
    guessed === 'password'
      ? 'パスワードを試す操作が続いています'
      : '2段階認証のコードを試す操作が続いています',
    guessed === 'password'
      ? 'アカウントに対して、誤ったパスワードが何度も試されました。ログインはされていません。'
      : 'パスワードを知っている人が、誤ったコードを何度も試しました。',
    'これまで使われていないブラウザでは、次に試すまで待ち時間があります。\nそのようなブラウザでログインする場合は、24時間以内に次のリンクをそこで開いてください。',
    link,
    guessed === 'password'
      ? 'お心当たりがない場合も、何もする必要はありません。お使いのブラウザには影響しません。'
      : `お心当たりがない場合は、すぐに新しいパスワードを設定してください：\n${reset}`,
  ],
  factorsChanged: ({ what, security }) => [
    FACTOR_SUBJECTS[what],
    FACTOR_TEXTS[what],
    `お心当たりがない場合は、パスワードを変更し、2段階認証とログイン中の端末を確認してください：\n${security}`,
  ],
  invitation: ({ link, company, invitedBy }) => [
    'Guidepostの会社への招待',
    `${unlinked(invitedBy)}さんが、会社「${unlinked(company)}」に招待しています。`,
    `参加するには、7日以内に次のリンクを開いてください：\n${link}`,
    'このアドレスのアカウントでのみ参加できます。',
  ],
  operator: ({ link }) => [
    '運営者アカウント',
    'このプラットフォームの運営者として登録されました。24時間以内に次のリンクで\nパスワードを設定し、ログインして2段階認証を設定してください。',
    link,
  ],
};
