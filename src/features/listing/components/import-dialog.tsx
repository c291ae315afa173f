import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormButtons } from '#components/ui/form-buttons.tsx'
import { useFileDrop } from '#components/ui/use-file-drop.ts'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { toast } from '#lib/toasts.ts'
import { limits } from '#src/limits.ts'
import { CsvFormat } from './csv-format.tsx'

const unreadableMessage = 'Failed to read CSV file'

type Props = { onStarted: (id: string) => void; onClose: () => void }

export function ImportDialog({ onStarted, onClose }: Props) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const start = useStartImport(onStarted, setProblem)
  const chooseFile = (newFile: File) => {
    start.reset()
    const newProblem = fileProblem(newFile)
    setProblem(newProblem)
    setFile(newProblem ? null : newFile)
    if (newProblem) toast('failure', { title: 'Invalid file type', detail: newProblem })
  }
  const { isDraggedOver, dropArea, onChange } = useFileDrop(chooseFile)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) setProblem('Please upload a CSV file')
    else if (!start.isPending) start.mutate(file)
  }
  return (
    <Dialog title="Import Events" onClose={onClose} wide>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <label
          htmlFor={id}
          {...dropArea}
          className={`grid cursor-pointer justify-items-center gap-2 rounded-md border-2 border-dashed px-4 py-8 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${isDraggedOver ? 'border-accent bg-wash' : 'border-edge'}`}
        >
          <span className="font-semibold">{file ? file.name : 'Drop a CSV file here, or choose one'}</span>
          {file && <span className="text-sm text-quiet">{formatSize(file.size)}</span>}
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            aria-describedby={problem ? `${id}-wrong` : undefined}
            aria-invalid={problem ? true : undefined}
            onChange={onChange}
            className="sr-only"
          />
          <span aria-hidden="true" className="link text-[0.9375rem]">
            Choose a file
          </span>
        </label>
        {problem && (
          <div id={`${id}-wrong`} role="alert" className="border-l-4 border-accent pl-3">
            <p className="font-semibold text-accent">{problem}</p>
            {start.isError && (
              <p>There was an error importing your events. Please check the format and try again.</p>
            )}
          </div>
        )}
        <CsvFormat />
        <FormButtons disabled={start.isPending} onCancel={onClose}>
          {start.isPending ? 'Uploading...' : 'Import'}
        </FormButtons>
      </form>
    </Dialog>
  )
}

function useStartImport(onStarted: Props['onStarted'], onProblem: (problem: string) => void) {
  return useMutation({
    mutationFn: async (file: File) => {
      // Read first, to tell an unreadable file from an error of the server.
      const content = await file.arrayBuffer().catch(() => {
        throw new Error(unreadableMessage)
      })
      return api.imports.start.call({ file: new File([content], file.name, { type: 'text/csv' }) })
    },
    onSuccess: ({ id }) => onStarted(id),
    onError: (error) => {
      const isSignedOut = error instanceof ORPCError && error.code === 'UNAUTHORIZED'
      const reason = error.message === unreadableMessage ? unreadableMessage : messageOf(error)
      const detail = isSignedOut ? 'You must be logged in to import events' : reason
      toast('failure', { title: 'Import failed', detail })
      onProblem(detail)
    },
  })
}

function fileProblem(file: File): string | null {
  if (!/\.csv$/i.test(file.name)) return 'Please upload a CSV file'
  if (file.size > limits.importFile) return `The file is larger than ${formatSize(limits.importFile)}`
  return null
}

const formatSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
