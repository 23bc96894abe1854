/** Links to headings, buttons that copy code, and where in the page the reader is. */

export function addAnchors() {
  for (const heading of document.querySelectorAll('main :is(h2, h3)[id]')) {
    const link = document.createElement('a');
    link.className = 'anchor';
    link.href = `#${heading.id}`;
    link.textContent = '#';
    link.setAttribute('aria-label', `Link to ${heading.textContent}`);
    heading.append(link);
  }
}

export function addCopyButtons() {
  for (const pre of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    pre.replaceWith(frame);
    frame.append(pre, copyButton(pre));
  }
}

function copyButton(pre) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = (await copy(pre)) ? 'Copied' : 'Select and copy';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1600);
  });
  return button;
}

/** Over plain HTTP browsers have no clipboard: the code is selected instead. */
async function copy(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent.trimEnd());
    return true;
  } catch {
    getSelection().selectAllChildren(pre);
    return false;
  }
}

/** Marks, in the list of headings, the one that is read. */
export function followHeadings() {
  const links = new Map(
    [...document.querySelectorAll('.outline a')].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...links.keys()]
    .map((id) => document.getElementById(decodeURIComponent(id)))
    .filter(Boolean);
  if (headings.length === 0) return;
  const mark = () => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    for (const [id, link] of links) {
      if (decodeURIComponent(id) === read.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isPlanned = false;
  addEventListener(
    'scroll',
    () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
