/** A guide's picture. Uploaded ones come from this server, whatever address agencies get. */
import { Icon } from '../../parts/icon.tsx';

const UPLOADED = /\/photos\/([\w-]{43})$/;

function sourceOf(url: string): string {
  const id = UPLOADED.exec(url)?.[1];
  return id === undefined ? url : `/photos/${id}`;
}

/** Decoration beside a name, unless `alt` says what it shows. */
export function Picture({
  url,
  alt = '',
  large = false,
}: {
  url: string | undefined;
  alt?: string;
  large?: boolean;
}) {
  const size = large ? 'picture large' : 'picture';
  if (url === undefined) {
    return (
      <span className={`${size} none`}>
        <Icon name="guides" />
      </span>
    );
  }
  return <img className={size} src={sourceOf(url)} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
}
