/** The logo or poster of a conference, small, in a row. Without network the page is there, and this picture is not. */
export const Thumb = ({ slug, className }: { slug: string; className?: string }) => (
  <img
    src={`/conferences/${slug}/thumb.svg`}
    alt=""
    loading="lazy"
    width="48"
    height="64"
    onError={({ currentTarget }) => {
      currentTarget.style.visibility = 'hidden'
    }}
    className={className}
  />
)
