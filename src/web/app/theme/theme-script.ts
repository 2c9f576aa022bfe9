/** The local storage key of the selected theme; nothing is stored while it follows the device. */
export const THEME_KEY = 'theme'

/** The colour of the browser's own bars in each theme, which is that of the page. */
export const THEME_COLORS = { light: '#fbf9f5', dark: '#171512' } as const

/**
 * The script that sets a selected theme before the first paint. Pages are cached and the same for all visitors, so
 * the browser does it. It is an inline script, which the content security policy allows by its hash.
 */
export const THEME_SCRIPT =
  `try{(function(t,c){if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;` +
  `document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=c[t]})}})` +
  `(localStorage.getItem('${THEME_KEY}'),${JSON.stringify(THEME_COLORS)})}catch(e){}`
