import chalk from 'chalk'; export const a=1
