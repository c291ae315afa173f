import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { TextField } from '#components/forms/text-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFileDrop } from '#components/ui/use-file-drop.ts'
import { api } from '#lib/api.ts'
import { withScheme } from '#lib/fields.ts'
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
  hint: ReactNode
  /** Shows what is chosen. A URL that is being typed is shown once the field is left, so that it loads nothing. */
  preview: (url: string | null) => ReactNode
  /** Where nothing can be uploaded: an address alone, if there is no uploaded one. */
  isAddressOnly?: boolean
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
  isAddressOnly,
}: Props<Values, Output, Name>) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const url: string = useWatch({ control: form.control, name }) ?? ''
  const [leftUrl, setLeftUrl] = useState(url)
  const setUrl = (value: string) => {
    form.setValue(name, value as PathValue<Values, Name>, { shouldDirty: true, shouldValidate: true })
    setLeftUrl(value)
  }
  const { upload, isUploading, problem } = useUpload(noun, setUrl)
  const { isDraggedOver, dropArea, onChange } = useFileDrop(upload)
  const { error } = form.getFieldState(name, form.formState)
  const address = !isUploaded(url) && (
    <TextField
      form={form}
      fields={fields}
      name={name}
      type="url"
      placeholder={`https://example.com/${noun}.jpg`}
      hint={`${isAddressOnly ? 'The' : 'Or the'} URL of a picture, starting with https.`}
      onBlur={(event) => setLeftUrl(withScheme(event.target.value))}
    />
  )
  if (isAddressOnly) return address
  return (
    <div
      {...dropArea}
      className={`flex flex-wrap items-start gap-5 rounded-md border-2 border-dashed p-3 ${isDraggedOver ? 'border-accent bg-wash' : 'border-hairline'}`}
    >
      {preview((isUploaded(url) ? url : leftUrl) || null)}
      <div className="grid min-w-0 flex-[1_1_14rem] gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            look="outline"
            disabled={isUploading}
            aria-describedby={problem ? `${id}-wrong` : `${id}-hint`}
            onClick={() => file.current?.click()}
          >
            {isUploading ? 'Uploading...' : `${url ? 'Change' : 'Upload'} ${noun}`}
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
            onChange={onChange}
          />
        </div>
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint} At most {limits.pictureFile / 1024 / 1024} MB; drop a file here or choose one.
        </p>
        {problem && <Problem id={`${id}-wrong`}>{problem}</Problem>}
        {address || (error && <Problem>{String(error.message)}</Problem>)}
      </div>
    </div>
  )
}

const Problem = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" className="text-sm font-semibold text-accent">
    {children}
  </p>
)

/** Uploads a picture unless it is too large, and returns its path. */
function useUpload(noun: 'picture' | 'logo', onUploaded: (path: string) => void) {
  const [tooLargeProblem, setTooLargeProblem] = useState<string>()
  const mutation = useMutation({
    mutationFn: (picture: File) =>
      api.pictures.upload.call({ file: picture, shape: noun === 'logo' ? 'logo' : 'photo' }),
    onSuccess: ({ path }) => onUploaded(path),
    // The field shows the error, beside the button that tries again.
    meta: {},
  })
  const upload = (picture: File) => {
    mutation.reset()
    setTooLargeProblem(picture.size > limits.pictureFile ? tooLarge : undefined)
    if (picture.size <= limits.pictureFile) mutation.mutate(picture)
  }
  const problem = tooLargeProblem ?? (mutation.error && messageOf(mutation.error))
  return { upload, isUploading: mutation.isPending, problem }
}
