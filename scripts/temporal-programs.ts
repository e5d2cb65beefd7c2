/** Prints the paths of Temporal's programs, one a line. What is not in the cache is built there from its Go module. */
import { temporalPrograms } from '@checkpoint/local';

const programs = await temporalPrograms((line) => process.stderr.write(`  ${line}\n`));
process.stdout.write(`${programs.join('\n')}\n`);
