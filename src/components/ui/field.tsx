import type { ComponentProps } from 'react'

const inputClass =
  'min-h-10 rounded border border-edge bg-sheet px-3 text-[0.9375rem] placeholder:text-quiet disabled:opacity-60 aria-invalid:border-accent'

export function TextInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input className={`${inputClass} ${className}`} {...props} />
}

export function TextArea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" rows={5} className={`${inputClass} py-2 ${className}`} {...props} />
}

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select className={`${inputClass} pr-8 ${className}`} {...props} />
}
