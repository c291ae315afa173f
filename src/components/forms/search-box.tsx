import type { ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'

type Props = ComponentProps<typeof TextInput> & {
  name: string
  label: string
  button?: string
  /** The list follows what is typed: only without script its form needs a button. */
  isLive?: boolean
}

/** The field and button of a form that searches. */
export const SearchBox = ({ label, button = 'Search', isLive, ...input }: Props) => (
  <>
    <TextInput type="search" aria-label={label} placeholder={label} {...input} />
    <Button type="submit" look="outline" className={isLive ? 'not-noscript:hidden!' : undefined}>
      {button}
    </Button>
  </>
)
