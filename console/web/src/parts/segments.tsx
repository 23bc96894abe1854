/** One of a few views or kinds, all of them in sight. */
import { Radio, RadioGroup } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';
import './segments.css';

interface Segment<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: IconName;
  /** Of one that is apart from the others. */
  readonly className?: string;
}

interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly segments: readonly Segment<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

export function Segments<Id extends string>({ label, segments, value, onChange }: SegmentsProps<Id>) {
  return (
    <RadioGroup
      className="segments"
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(chosen) => onChange(chosen as Id)}
    >
      {segments.map(({ id, label: name, icon, className = '' }) => (
        <Radio key={id} value={id} className={`segment ${className}`}>
          {icon && <Icon name={icon} size={16} />}
          {name}
        </Radio>
      ))}
    </RadioGroup>
  );
}
