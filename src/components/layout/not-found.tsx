import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PlainLink } from './plain-link.tsx'

type Props = {
  title?: string
  children?: ReactNode
  to?: '/' | '/conferences' | '/conferences/$slug' | '/speakers' | '/series'
  params?: LinkProps['params']
  label?: string
}

export const NotFound = ({
  title = 'Page not found',
  children = 'We could not find this page. It may have moved.',
  to = '/',
  params,
  label = 'Return to Home',
}: Props) => (
  <Notice
    title={title}
    action={
      <PlainLink to={to} params={params} className={buttonClass()}>
        {label}
      </PlainLink>
    }
  >
    {children}
  </Notice>
)
