/** Where containers set up with 1.0.0 look for it. */
import '../../../app/cli.ts';
