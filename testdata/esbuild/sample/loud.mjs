// The build fails after a plugin has printed what a build that passed prints.
import * as esbuild from 'esbuild';
const loud = { name: 'loud', setup(build) { build.onStart(() => console.log('\n  dist/out.js  125b\n\n⚡ Done in 5ms\n0 errors')); } };
await esbuild.build({ entryPoints: ['src/main.js'], bundle: true, outfile: 'dist/out.js', plugins: [loud] }).catch(() => process.exit(1));
