/** Where the platform's documentation is; of one's own platform it is `/docs` there. */
export const DOCS_URL = 'https://docs.guidepost.example';
