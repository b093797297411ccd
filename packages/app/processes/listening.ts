import { bindSocket, type ListeningSocket } from '@vesper/core/lib/listening-socket.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import type { Config } from '../settings/config.ts';

export function bindSite(config: Config): Promise<ListeningSocket> {
  return bindSocket(config).catch(explainListening(config));
}

export function explainListening({ host, port }: Pick<Config, 'host' | 'port'>) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EACCES') {
      throw new StartError(
        `The site cannot listen on ${host} port ${port}: set HOST and PORT to an address of this machine.`,
      );
    }
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is taken by another program: set PORT to a free one.`);
  };
}
