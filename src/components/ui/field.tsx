import type { ComponentProps } from 'react'

export function TextInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input className={`field ${className}`} {...props} />
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue'> & { defaultValue?: string }

export function TextArea({ className = '', defaultValue = '', ...props }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      rows={5}
      className={`field py-2 ${className}`}
      // As a list: where it is a text, hydration sets the value to it, and what was typed before is gone (React 19.2,
      // initTextarea). An input keeps it.
      defaultValue={[defaultValue]}
      {...props}
    />
  )
}

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select className={`field pr-8 ${className}`} {...props} />
}
