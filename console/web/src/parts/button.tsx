/** Buttons, and links in the shape of buttons. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';
import './button.css';

type Tone = 'plain' | 'main' | 'danger' | 'quiet';

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /** A verb. */
  readonly children?: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** For a button of an icon alone. */
  readonly label?: string;
  readonly small?: boolean;
  readonly className?: string;
}

/**
 * `isPending` keeps it focusable and does nothing meanwhile; give the words for that as children. react-aria's own announcement of it
 * would outlive the button that it is labelled by.
 */
export function Button({
  children,
  tone = 'plain',
  icon,
  label,
  small,
  className = '',
  ...props
}: ButtonProps) {
  const { isPending = false, onPress, type = 'button', ...rest } = props;
  const classes = `button button-${tone} ${small ? 'small' : ''} ${children === undefined ? 'icon-only' : ''} ${className}`;
  return (
    <AriaButton
      {...rest}
      type={isPending ? 'button' : type}
      {...(onPress && !isPending && { onPress })}
      className={isPending ? `${classes} pending` : classes}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {icon && <Icon name={icon} size={small ? 16 : 20} />}
      {children}
    </AriaButton>
  );
}

interface SubmitProps {
  /** What it sends with, as useAction answers it: while that goes on nothing is sent again. */
  readonly action: { readonly isRunning: boolean };
  readonly verb: string;
  /** What it says meanwhile, where that is not the verb. */
  readonly working?: string;
  readonly tone?: Tone;
  readonly isDisabled?: boolean;
}

/** The button that sends a form. */
export function SubmitButton({
  action,
  verb,
  working = verb,
  tone = 'main',
  isDisabled = false,
}: SubmitProps) {
  return (
    <Button type="submit" tone={tone} isPending={action.isRunning} isDisabled={isDisabled}>
      {action.isRunning ? working : verb}
    </Button>
  );
}

interface ButtonLinkProps {
  readonly to: string;
  /** The query. */
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly small?: boolean;
}

/** A link to a page of the console in the shape of a button. */
export function ButtonLink({ to, search, children, tone = 'plain', icon, small }: ButtonLinkProps) {
  return (
    <Link
      to={to}
      {...(search && { search: search as never })}
      className={`button button-${tone} ${small ? 'small' : ''}`}
    >
      {icon && <Icon name={icon} size={small ? 16 : 20} />}
      {children}
    </Link>
  );
}
