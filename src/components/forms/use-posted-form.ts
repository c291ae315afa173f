import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PostedForm, postedFormKey } from '#lib/posted-form.ts'

/** The form of this name, if the page answers one that was sent without script. */
export function usePostedForm(name: string): PostedForm | undefined {
  const client = useQueryClient()
  const [posted] = useState(() => client.getQueryData<PostedForm>(postedFormKey))
  // Once: a later visit to the page starts with an empty form.
  useEffect(() => client.removeQueries({ queryKey: postedFormKey }), [client])
  return posted?.form === name ? posted : undefined
}
