/** A choice with a sentence under it, for the label of a Checkbox. */
export function Explained({ label, help }: { label: string; help: string }) {
  return (
    <>
      {label}
      <span className="field-help">{help}</span>
    </>
  );
}
