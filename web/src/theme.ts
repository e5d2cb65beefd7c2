import { createTheme, type MantineColorsTuple } from '@mantine/core';

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const MONO_FONT = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';

/** Mantine's dark greys, from text to page, in the panel's own (styles/tokens.css): its defaults are browner. */
const DARK: MantineColorsTuple = [
  '#e3e7ed',
  '#c6cdd6',
  '#9ba5b2',
  '#8590a0',
  '#3a434e',
  '#2a313a',
  '#1b2027',
  '#161a20',
  '#0f1216',
  '#0b0e11',
];

/** Mantine in the panel's manner: the system's font, dense, with the blue of `going` as its one accent. */
export const theme = createTheme({
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: MONO_FONT,
  colors: { dark: DARK },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close the dialog' },
        centered: true,
        size: 'lg',
        transitionProps: { duration: 0 },
      },
    },
    TextInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
  },
});
