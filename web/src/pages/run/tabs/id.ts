/** Where the tabs are on the page, for the numbers that lead to them. */
export const TABS_ID = 'tabs';
