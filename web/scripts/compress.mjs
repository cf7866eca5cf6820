import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const compressible = /\.(html|js|css|svg|txt|json)$/;

/**
 * Writes `.br` and `.gz` beside a file, so that the server never compresses at run time.
 * @param {URL} file
 */
async function compress(file) {
  const bytes = await readFile(file);
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const gzipped = await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  await writeFile(new URL(`${file.href}.br`), brotli);
  await writeFile(new URL(`${file.href}.gz`), gzipped);
}

const names = await readdir(dist, { recursive: true });
await Promise.all(
  names.filter((name) => compressible.test(name)).map((name) => compress(new URL(name, dist))),
);
