import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { TextField } from '#components/layout/text-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import type { Field } from '#lib/form-fields.ts'
import { messageOf } from '#lib/query-client.ts'
import { limits } from '#src/limits.ts'
import { acceptedTypes, isUploaded, tooLarge } from '../picture.ts'

type Props<Values extends FieldValues, Output, Name extends Path<Values>> = {
  form: UseFormReturn<Values, unknown, Output>
  fields: Record<Name, Field>
  name: Name
  /** What is uploaded: a photo is cropped to a square, a logo stays whole. */
  noun: 'picture' | 'logo'
  hint: string
  /** Shows what is chosen. A URL that is being typed is shown once the field is left, so that it loads nothing. */
  preview: (url: string | null) => ReactNode
}

/**
 * A picture: uploaded, dropped, or the URL of one elsewhere. It is uploaded at once and saved with the form, so the draft,
 * the comparison of two versions and the rights are those of any other field.
 */
export function PictureField<Values extends FieldValues, Output, Name extends Path<Values>>({
  form,
  fields,
  name,
  noun,
  hint,
  preview,
}: Props<Values, Output, Name>) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const url: string = useWatch({ control: form.control, name }) ?? ''
  const [leftUrl, setLeftUrl] = useState(url)
  const setUrl = (value: string) => {
    form.setValue(name, value as PathValue<Values, Name>, { shouldDirty: true, shouldValidate: true })
    setLeftUrl(value)
  }
  const upload = useMutation({
    mutationFn: (picture: File) =>
      api.pictures.upload.call({ file: picture, shape: noun === 'logo' ? 'logo' : 'photo' }),
    onSuccess: ({ path }) => setUrl(path),
    // Said at the field, where what can be done about it is.
    meta: {},
  })
  const [problem, setProblem] = useState<string>()
  const choose = (picture: File | undefined) => {
    if (!picture) return
    upload.reset()
    setProblem(picture.size > limits.pictureFile ? tooLarge : undefined)
    if (picture.size <= limits.pictureFile) upload.mutate(picture)
  }
  const shownProblem = problem ?? (upload.error && messageOf(upload.error))
  const { error } = form.getFieldState(name, form.formState)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it is the keyboard's way
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        choose(event.dataTransfer.files[0])
      }}
      className={`flex flex-wrap items-start gap-5 rounded-md border-2 border-dashed p-3 ${isDraggedOver ? 'border-accent bg-wash' : 'border-hairline'}`}
    >
      {preview((isUploaded(url) ? url : leftUrl) || null)}
      <div className="grid min-w-0 flex-[1_1_14rem] gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            look="outline"
            disabled={upload.isPending}
            aria-describedby={shownProblem ? `${id}-wrong` : `${id}-hint`}
            onClick={() => file.current?.click()}
          >
            {upload.isPending ? 'Uploading...' : `${url ? 'Change' : 'Upload'} ${noun}`}
          </Button>
          {isUploaded(url) && (
            <Button
              look="quiet"
              onClick={() => {
                setUrl('')
                // This button is gone then, and the focus would be lost.
                button.current?.focus()
              }}
            >
              Remove {noun}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            hidden
            accept={acceptedTypes}
            aria-label={`File of the ${noun}`}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0])
              // Choosing the same file again must fire `change`.
              event.currentTarget.value = ''
            }}
          />
        </div>
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint} At most {limits.pictureFile / 1024 / 1024} MB; drop a file here or choose one.
        </p>
        {shownProblem && (
          <p id={`${id}-wrong`} role="alert" className="text-sm font-semibold text-accent">
            {shownProblem}
          </p>
        )}
        {isUploaded(url) ? (
          error && (
            <p role="alert" className="text-sm font-semibold text-accent">
              {String(error.message)}
            </p>
          )
        ) : (
          <TextField
            form={form}
            fields={fields}
            name={name}
            type="url"
            placeholder={`https://example.com/${noun}.jpg`}
            hint="Or the URL of a picture, starting with https."
            options={{ onBlur: (event) => setLeftUrl(event.target.value.trim()) }}
          />
        )}
      </div>
    </div>
  )
}
