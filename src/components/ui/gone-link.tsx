type Props = {
  label: string
  /** When it was first missing, as text. */
  since: string
  /** The archive's copy of what was there. */
  archive: string
}

export const GoneLink = ({ label, since, archive }: Props) => (
  <>
    <s>{label}</s>
    <span className="block text-sm text-quiet">
      Not found since {since}.{' '}
      <a href={archive} rel="noopener nofollow" className="link">
        View in the web archive<span className="sr-only"> for {label}</span>
      </a>
    </span>
  </>
)
