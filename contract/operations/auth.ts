import { TokenRequest, tokenAnswers } from '../schemas/auth.ts';
import { defineOperations } from './define.ts';

const TOKEN_CONFIG = { scope: 'public', limits: ['token'], onlyReads: true } as const;

export const authOperations = defineOperations({
  issueToken: {
    route: 'POST /open/v1/auth/token',
    sdk: 'auth.issueToken',
    access: TOKEN_CONFIG,
    schema: {
      tags: ['authentication'],
      summary: 'Get an access token',
      description:
        'OAuth 2.0 client credentials (RFC 6749 §4.4). Send the merchant key and the app_secret as form fields or with HTTP ' +
        'Basic. Without `scope`, the token gets every scope of the credential except `credential:…`, which are for managing ' +
        'app_secrets and must be requested by name. Get a new token five minutes before the old one expires.',
      consumes: ['application/x-www-form-urlencoded'],
      security: [],
      body: TokenRequest,
      response: tokenAnswers,
    },
  },
});
