/** Whether the sidebar is collapsed, kept in a cookie, so that the server's own rendering has the width that was chosen. */

const cookie = 'callup_sidebar';

/** Seconds: seven days. */
const lifetime = 604_800;

/** Reads it from a document's cookies. */
export function isCollapsed(cookies: string): boolean {
  return cookies.split(';').some((each) => each.trim() === `${cookie}=collapsed`);
}

/** The cookie that keeps it, as a document takes it. */
export function collapsedCookie(collapsed: boolean): string {
  return `${cookie}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=${lifetime}; samesite=lax`;
}
