/** Light or dark, as the reader chose; until then as the system has it. */

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export function addThemeSwitch() {
  const button = document.querySelector('[data-theme-switch]');
  const { dataset } = document.documentElement;
  const isDark = () => (dataset.theme ? dataset.theme === 'dark' : systemIsDark.matches);
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    keep(dataset.theme);
    show();
  });
  systemIsDark.addEventListener('change', show);
  show();
}

function keep(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be refused: the choice holds for this page.
  }
}
