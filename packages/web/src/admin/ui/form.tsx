import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { DialogButtons } from './dialog/dialog.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => void;
}

/** A form that a script sends; its fields are one below the other. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface FormButtonsProps extends Pick<ComponentProps<typeof Button>, 'look' | 'isBusy' | 'disabled'> {
  /** The label of the button that sends the form. */
  action: string | undefined;
  onClose: () => void;
}

/** The buttons below a dialog's form. */
export function FormButtons({ action, look = 'primary', onClose, ...button }: FormButtonsProps) {
  return (
    <DialogButtons>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look={look} {...button}>
        {action}
      </Button>
    </DialogButtons>
  );
}

interface SaveButtonsProps {
  isChanged: boolean;
  isBusy: boolean;
  onDiscard: () => void;
}

/** The buttons below a page's form. */
export function SaveButtons({ isChanged, isBusy, onDiscard }: SaveButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button disabled={!isChanged} onClick={onDiscard}>
        Discard changes
      </Button>
      <Button type="submit" look="primary" isBusy={isBusy} disabled={!isChanged}>
        Save
      </Button>
    </div>
  );
}
