import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea, TextInput } from '#components/ui/field.tsx'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { tooLargeMessage } from '../document.ts'

export type GivenProgramme = { files?: File[]; url?: string }
type Props = {
  /** Sends what was given; what it throws is shown. */
  send: (given: GivenProgramme) => Promise<unknown>
  url?: string | null
  /** Shown below, with what was given last. */
  children?: (given: GivenProgramme | undefined, error: unknown) => ReactNode
}

/** An address or a table to paste, or a file to choose or drop. A chosen file is read at once. */
export function ProgrammeSourceForm({ send, url, children }: Props) {
  const id = useId()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const reading = useMutation({
    mutationFn: async (given: GivenProgramme) => {
      // A file that was changed after it was chosen cannot be sent: its bytes are read first.
      const files = given.files && (await Promise.all(given.files.map(readFile)))
      return send({ ...given, files })
    },
  })
  const submit = (given: GivenProgramme) => {
    const tooLarge = given.files?.find((file) => file.size > limits.programmeFile)
    const isEmpty = !given.url && !given.files?.length
    setProblem(
      tooLarge
        ? tooLargeMessage
        : isEmpty
          ? 'Paste the address of a programme or a table, or choose a file'
          : undefined,
    )
    if (!tooLarge && !isEmpty && !reading.isPending) reading.mutate(given)
  }
  const handleDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setDraggedOver(isOver)
  }
  const message = problem ?? (reading.error ? messageOf(reading.error) : undefined)
  const isIncomplete = reading.error instanceof ORPCError && reading.error.code === 'INCOMPLETE'
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-2">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit({ url: String(new FormData(event.currentTarget).get('url') ?? '').trim() })
          }}
        >
          <h2 className="ruled mb-3 text-xl">
            <label htmlFor={`${id}-url`}>Paste an address</label>
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
              aria-describedby={message ? `${id}-wrong` : `${id}-hint`}
              className="min-w-0 flex-[1_1_12rem]"
            />
            <Button type="submit">Look at it</Button>
          </div>
          <p id={`${id}-hint`} className="mt-2 text-[0.9375rem] text-quiet">
            The address of a schedule (XML, JSON or calendar). We can look again every 6 hours and bring in
            what has changed.
          </p>
        </form>
        <div>
          <h2 className="ruled mb-3 text-xl" id={`${id}-file-title`}>
            Choose a file
          </h2>
          <label
            onDragOver={(event) => handleDrag(event, true)}
            onDragLeave={(event) => handleDrag(event, false)}
            onDrop={(event) => {
              handleDrag(event, false)
              submit({ files: [...event.dataTransfer.files].slice(0, 2) })
            }}
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
              onChange={(event) => {
                submit({ files: [...(event.currentTarget.files ?? [])].slice(0, 2) })
                // Choosing the same file again, after a correction, must fire `change`.
                event.currentTarget.value = ''
              }}
              className="sr-only"
            />
          </label>
        </div>
      </div>
      <details>
        <summary className="link w-fit">Or paste the cells of a table</summary>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const text = String(new FormData(event.currentTarget).get('table') ?? '')
            submit({
              files: text.trim() ? [new File([text], 'pasted table.txt', { type: 'text/plain' })] : [],
            })
          }}
          className="mt-3 grid max-w-3xl grid-cols-1 gap-3"
        >
          <p id={`${id}-table-hint`} className="text-[0.9375rem] text-quiet">
            Copy them from your spreadsheet with the line that names the columns, such as title, date, start,
            end, room and speakers.
          </p>
          <TextArea
            name="table"
            rows={6}
            aria-label="Cells of a table"
            aria-describedby={`${id}-table-hint`}
            spellCheck={false}
            className="font-mono text-sm"
          />
          <Button type="submit" className="justify-self-start">
            Read the table
          </Button>
        </form>
      </details>
      <div aria-live="polite">
        {reading.isPending && <p className="font-semibold">Reading the programme...</p>}
      </div>
      {message && !reading.isPending && !isIncomplete && (
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

async function readFile(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type || 'application/octet-stream' })
}
