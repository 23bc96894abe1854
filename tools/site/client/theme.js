// Before the first paint: the colours that the reader chose; otherwise the system's hold.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused.
}
