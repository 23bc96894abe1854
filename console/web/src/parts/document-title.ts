/** The document's title, `(3) Orders · Guidepost`: the page's own, behind how much is new for the reader. */
import { useEffect } from 'react';

let page = '';
let count = '';

function show(): void {
  if (page !== '') document.title = count === '' ? page : `(${count}) ${page}`;
}

/** Of the page that is open. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/** As long as the caller is there. @param text empty: nothing is new. */
export function useCountInTitle(text: string): void {
  useEffect(() => {
    count = text;
    show();
    return () => {
      count = '';
      show();
    };
  }, [text]);
}
