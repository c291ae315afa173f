import { initials } from '#lib/text.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-20 text-2xl' }

/** The picture of a person, or their initials. The name stands beside it, so it is not read out. */
export function Avatar({
  name,
  image,
  size = 'small',
}: {
  name: string | null
  image?: string | null
  size?: keyof typeof sizes
}) {
  const frame = `${sizes[size]} shrink-0 rounded-full border border-hairline`
  if (image) {
    return (
      <img
        src={image}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={`${frame} object-cover`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`${frame} inline-flex items-center justify-center bg-wash font-display font-bold`}
    >
      {initials(name)}
    </span>
  )
}
