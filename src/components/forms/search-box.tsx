import type { ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'

type Props = ComponentProps<typeof TextInput> & { name: string; label: string; button?: string }

/** The field and button of a form that searches. */
export const SearchBox = ({ label, button = 'Search', ...input }: Props) => (
  <>
    <TextInput type="search" aria-label={label} placeholder={label} {...input} />
    <Button type="submit" look="outline">
      {button}
    </Button>
  </>
)
