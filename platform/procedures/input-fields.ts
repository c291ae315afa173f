import type { AnyProcedure } from '@orpc/server'
import type { z } from 'zod'

type Definition = Record<'innerType' | 'in' | 'left' | 'right', z.ZodType | undefined> & {
  options?: z.ZodType[]
}

/** The fields of a procedure's input by name: of each part, where it is a union, an intersection or a pipe. */
export function inputFields(procedure: AnyProcedure): Record<string, z.ZodType> {
  const schema = procedure['~orpc'].inputSchema
  return schema ? fieldsOf(schema as unknown as z.ZodType) : {}
}

function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { shape, def } = schema as unknown as { shape?: Record<string, z.ZodType>; def: Definition }
  if (shape) return shape
  const parts = def.options ?? [def.left, def.right, def.innerType ?? def.in]
  return Object.assign({}, ...parts.map((part) => (part ? fieldsOf(part) : {})))
}
