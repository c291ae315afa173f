import type { ComponentProps } from 'react'

/** On a phone 16 pixels: below that iOS zooms into what is touched, and stays there. */
const inputClass =
  'min-h-10 rounded border border-edge bg-sheet px-3 text-base sm:text-[0.9375rem] placeholder:text-quiet disabled:opacity-60 aria-invalid:border-accent'

export function TextInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input className={`${inputClass} ${className}`} {...props} />
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> & { defaultValue?: string }

export function TextArea({ className = '', defaultValue = '', ...props }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      rows={5}
      className={`${inputClass} py-2 ${className}`}
      // As a list: where it is a text, hydration sets the value to it, and what was typed before is gone (React 19.2,
      // initTextarea). An input keeps it.
      defaultValue={[defaultValue]}
      {...props}
    />
  )
}

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select className={`${inputClass} pr-8 ${className}`} {...props} />
}
