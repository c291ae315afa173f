import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea, TextInput } from '#components/ui/field.tsx'
import { useFileDrop } from '#components/ui/use-file-drop.ts'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { tooLargeMessage } from '../reading/document.ts'

export type ProgrammeInput = { files?: File[]; url?: string }
type Props = {
  /** What it throws is shown. */
  send: (input: ProgrammeInput) => Promise<unknown>
  url?: string | null
  /** Shown below, with the last input. */
  children?: (input: ProgrammeInput | undefined, error: unknown) => ReactNode
}

/** Errors that `children` show with what can be done. */
const answeredBelow = ['INCOMPLETE', 'LISTED']

/** A URL or a table to paste, or a file to choose or drop. A chosen file is read at once. */
export function ProgrammeSourceForm({ send, url, children }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const reading = useMutation({
    mutationFn: async (input: ProgrammeInput) => {
      // A file that was changed after it was chosen cannot be sent: its bytes are read first.
      const files = input.files && (await Promise.all(input.files.map(readFile)))
      return send({ ...input, files })
    },
  })
  const submit = (input: ProgrammeInput) => {
    const tooLarge = input.files?.some((file) => file.size > limits.programmeFile)
    const isEmpty = !input.url && !input.files?.length
    const emptyMessage = isEmpty ? 'Enter the URL of a programme, choose a file or paste a table' : undefined
    setProblem(tooLarge ? tooLargeMessage : emptyMessage)
    if (!tooLarge && !isEmpty && !reading.isPending) reading.mutate(input)
  }
  const message = problem ?? (reading.error ? messageOf(reading.error) : undefined)
  const hasAnswer = reading.error instanceof ORPCError && answeredBelow.includes(reading.error.code)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2">
        <UrlForm id={id} url={url} hasMessage={message !== undefined} submit={submit} />
        <FileField id={id} submit={submit} />
      </div>
      <TableForm id={id} submit={submit} />
      <div aria-live="polite">
        {reading.isPending && <p className="font-semibold">Reading the programme...</p>}
      </div>
      {message && !reading.isPending && !hasAnswer && (
        <p
          id={`${id}-wrong`}
          role="alert"
          className="border-l-4 border-accent pl-3 font-semibold text-accent"
        >
          {message}
        </p>
      )}
      {children?.(reading.variables, reading.error)}
    </div>
  )
}

type PartProps = { id: string; submit: (input: ProgrammeInput) => void }

function UrlForm({ id, url, hasMessage, submit }: PartProps & Pick<Props, 'url'> & { hasMessage: boolean }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit({ url: String(new FormData(event.currentTarget).get('url') ?? '').trim() })
      }}
    >
      <h2 className="ruled mb-3 text-xl">
        <label htmlFor={`${id}-url`}>Enter a URL</label>
      </h2>
      <div className="flex flex-wrap gap-3">
        <TextInput
          id={`${id}-url`}
          name="url"
          type="url"
          inputMode="url"
          defaultValue={url ?? ''}
          maxLength={limits.url}
          placeholder="https://fosdem.org/2026/schedule/xml"
          aria-describedby={hasMessage ? `${id}-wrong` : `${id}-hint`}
          className="min-w-0 flex-[1_1_12rem]"
        />
        <Button type="submit">Preview</Button>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-[0.9375rem] text-quiet">
        The URL of a schedule (XML, JSON or calendar). We can check it every 6 hours and import what has
        changed.
      </p>
    </form>
  )
}

function FileField({ id, submit }: PartProps) {
  const { isDraggedOver, dropArea, onChange } = useFileDrop((...files) =>
    submit({ files: files.slice(0, 2) }),
  )
  return (
    <div>
      <h2 className="ruled mb-3 text-xl" id={`${id}-file-title`}>
        Choose a file
      </h2>
      <label
        {...dropArea}
        className={`grid min-h-24 cursor-pointer place-items-center rounded-md border-2 border-dashed px-4 py-5 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${isDraggedOver ? 'border-accent bg-wash' : 'border-edge'}`}
      >
        <span>
          <span className="link font-semibold">Choose a file</span> or drop it here, up to{' '}
          {limits.programmeFile / 1024 / 1024} MB
        </span>
        <input
          type="file"
          multiple
          accept=".xml,.xcal,.json,.jsonl,.ics,.csv,.tsv,.txt,text/xml,application/json,text/calendar,text/csv"
          aria-labelledby={`${id}-file-title`}
          onChange={onChange}
          className="sr-only"
        />
      </label>
    </div>
  )
}

function TableForm({ id, submit }: PartProps) {
  return (
    <details>
      <summary className="link w-fit">Or paste cells from a spreadsheet</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('table') ?? '')
          submit({ files: text.trim() ? [new File([text], 'pasted table.txt', { type: 'text/plain' })] : [] })
        }}
        className="mt-3 grid max-w-3xl grid-cols-1 gap-3"
      >
        <p id={`${id}-table-hint`} className="text-[0.9375rem] text-quiet">
          Include the row with the column names, such as title, date, start, end, room and speakers.
        </p>
        <TextArea
          name="table"
          rows={6}
          aria-label="Spreadsheet cells"
          aria-describedby={`${id}-table-hint`}
          spellCheck={false}
          className="font-mono text-sm"
        />
        <Button type="submit" className="justify-self-start">
          Preview table
        </Button>
      </form>
    </details>
  )
}

async function readFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type || 'application/octet-stream' })
}
