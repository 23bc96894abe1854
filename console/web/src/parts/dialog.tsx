/** Dialogs: a question in front of the page, left by Escape; nothing is done by closing one. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { type Refusal, refusalOf } from '../api/errors.ts';
import { useTexts } from '../shell/preferences.tsx';
import { Button, SubmitButton } from './button.tsx';
import { ErrorState } from './states.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** At the side, as high as the window: the page beside it stays in sight. */
  readonly isAside?: boolean;
  /** Nobody minds when what is typed in it goes. */
  readonly isThrowaway?: boolean;
}

/** What was typed in it goes only where that is said: not by a click beside it, nor by Escape. */
export function Dialog({ title, isOpen, onClose, children, ...looks }: DialogProps) {
  const { wide = false, isAside = false, isThrowaway = false } = looks;
  const words = useTexts().frame.dialog;
  /** The field that was typed in last. */
  const typed = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    typed.current = null;
    if (!isOpen) setAsking(false);
  }, [isOpen]);
  const leave = () => {
    if (typed.current && !isThrowaway) setAsking(true);
    else onClose();
  };
  const goOn = () => {
    setAsking(false);
    // The button that was pressed goes: keys would be nobody's, Escape too.
    typed.current?.focus();
  };
  return (
    <ModalOverlay
      className={isAside ? 'dialog-behind aside' : 'dialog-behind'}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      isDismissable
    >
      <Modal className={`dialog-frame ${wide ? 'wide' : ''} ${isAside ? 'aside' : ''}`}>
        <AriaDialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button tone="quiet" small icon="close" label={words.close} onPress={leave} />
          </div>
          {isAsking && (
            <div className="note warning" role="alert">
              <div className="stack-s">
                <p>{words.typed}</p>
                <div className="row">
                  <Button small onPress={goOn}>
                    {words.goOn}
                  </Button>
                  <Button small tone="danger" onPress={onClose}>
                    {words.discard}
                  </Button>
                </div>
              </div>
            </div>
          )}
          {/* Its fields' own events: whatever is in them was typed by somebody. */}
          <div
            className="dialog-body"
            onInput={({ target }) => {
              typed.current = target as HTMLElement;
            }}
          >
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the foot of a dialog; the main one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="dialog-buttons">{children}</div>;
}

type SubmitProps = Parameters<typeof SubmitButton>[0] & { readonly onCancel?: () => void };

/** The foot of a form in a dialog: what sends it, behind a way out. */
export function DialogSubmit({ onCancel, ...props }: SubmitProps) {
  const words = useTexts().frame.dialog;
  return (
    <DialogButtons>
      {onCancel && <Button onPress={onCancel}>{words.cancel}</Button>}
      <SubmitButton {...props} />
    </DialogButtons>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What the click does, and whether it can be taken back. */
  readonly consequence: ReactNode;
  /** What the button says: a verb. */
  readonly verb: string;
  /** What leaving says, where "Cancel" could be taken for the verb. */
  readonly leave?: string;
  /** Enter does it: for questions that a key has opened. */
  readonly isVerbFocused?: boolean;
  /** What it says while it works. */
  readonly working?: string;
  readonly tone?: 'main' | 'danger';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The dialog closes when it resolves, and shows a refusal when it rejects. */
  readonly onConfirm: () => Promise<unknown>;
  /** Fields that belong to the question. */
  readonly children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { title, consequence, verb, working, tone = 'main', isOpen, onClose, onConfirm, children } = props;
  const { leave, isVerbFocused = false } = props;
  const words = useTexts().frame.dialog;
  const [refusal, setRefusal] = useState<Refusal>();
  const [isWorking, setWorking] = useState(false);
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  const confirm = async () => {
    setWorking(true);
    setRefusal(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <div className="stack">
        <div>{consequence}</div>
        {children}
        {refusal && <ErrorState refusal={refusal} />}
        <DialogButtons>
          <Button onPress={close}>{leave ?? words.cancel}</Button>
          <Button tone={tone} autoFocus={isVerbFocused} isPending={isWorking} onPress={() => void confirm()}>
            {isWorking && working ? working : verb}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'isOpen' | 'onClose' | 'isVerbFocused'> {
  /** What it says itself, where that is not the verb. */
  readonly label?: string;
  readonly look?: 'plain' | 'main' | 'danger';
  readonly small?: boolean;
}

/** A button that asks before it does it. */
export function ConfirmButton({ label, look = 'plain', small = false, ...question }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone={look} small={small} onPress={() => setOpen(true)}>
        {label ?? question.verb}
      </Button>
      <ConfirmDialog {...question} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
