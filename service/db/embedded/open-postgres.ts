import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { type DatabaseFiles, readCreationFiles } from "./database-files.ts";

/**
 * PGlite clears them at each start, 1 ms a MB, and they stay in memory. PostgreSQL's own 128 MB make a start 115 ms longer and
 * the process 80 MB larger; what 16 MB don't hold comes from the kernel's cache of the files: with 98 MB of data, random
 * reads by key take 20 to 40 % longer.
 */
const sharedBuffers = "16MB";
/** Files of the log beyond this are deleted and not kept for later: twice what is written between two checkpoints. */
const keptLog = "128MB";

/** Opens the database in `directory`, and makes one where there is none. */
export async function openPostgres(directory: string, files: DatabaseFiles): Promise<PGlite> {
  const database = new WirePostgres({
    fs: new FilesOfCompilingProgram(directory, files.program),
    fsBundle: await files.fsBundle,
    ...(await readCreationFiles(directory, files)),
    startParams: [
      ...PGlite.defaultStartParams,
      ...["-c", `shared_buffers=${sharedBuffers}`],
      ...["-c", `max_wal_size=${keptLog}`],
    ],
  });
  // A program that can't be compiled would leave the database waiting for ever.
  await Promise.all([files.program, database.waitReady]);
  return database;
}

type Instantiated = (instance: WebAssembly.Instance, program: WebAssembly.Module) => void;

/** Lets PGlite set itself up, which takes 15 ms, beside the compiling that it would wait for before. */
class FilesOfCompilingProgram extends NodeFS {
  readonly #program: Promise<WebAssembly.Module>;

  constructor(directory: string, program: Promise<WebAssembly.Module>) {
    super(directory);
    this.#program = program;
  }

  override async init(...[database, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        instantiateWasm: (imports: WebAssembly.Imports, succeed: Instantiated) => {
          void this.#program.then(async (program) => {
            succeed(await WebAssembly.instantiate(program, imports), program);
          });
          return {};
        },
      },
    };
  }
}

/** Only talked to in PostgreSQL's protocol, so that the types which its own `query` needs are not read: 40 ms of a start. */
class WirePostgres extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}
