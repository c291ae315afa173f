import { useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'

type Props = { url?: string; problem?: string; onSubmit: (url: string) => void }

/** The address of a conference's page, from which the form below is filled in. Sends itself without script, too. */
export function PageAddress({ url, problem, onSubmit }: Props) {
  const id = useId()
  return (
    <form
      action="/conferences/new"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(String(new FormData(event.currentTarget).get('url') ?? '').trim())
      }}
      className="grid max-w-3xl grid-cols-1 gap-1.5"
    >
      <label htmlFor={id} className="font-semibold">
        The conference’s website
      </label>
      <div className="flex flex-wrap gap-3">
        <TextInput
          id={id}
          key={url}
          type="url"
          name="url"
          autoComplete="off"
          defaultValue={url}
          maxLength={limits.url}
          placeholder="https://example.com"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
          className="min-w-0 flex-1 basis-64"
        />
        <Button type="submit">Fill in the form</Button>
      </div>
      <p id={`${id}-hint`} className="text-sm text-quiet">
        Name, dates and place are read from its page. Nothing is saved before you press Create Event.
      </p>
      {problem && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="border-l-4 border-accent pl-3 font-semibold text-accent"
        >
          {problem}
        </p>
      )}
    </form>
  )
}
