import type { Page } from '../../shell/page.ts';
import { formProofQuery } from '../notice/form-proof.tsx';
import {
  describeReport,
  describeReportConfirm,
  describeReportForm,
  describeReportStatus,
} from './describe.ts';
import { confirmationQuery, reportStatusQuery } from './queries.ts';
import { ReportConfirmPage } from './report-confirm-page.tsx';
import { ReportFormPage } from './report-form-page.tsx';
import { ReportPage } from './report-page.tsx';
import { ReportStatusPage } from './report-status-page.tsx';

// One file in the build, heads included: visitors need all of them or none.

export const reportPage: Page = { loadDescribe: async () => describeReport, Component: ReportPage };

export const reportFormPage: Page = {
  queries: ({ client }) => [formProofQuery(client)],
  loadDescribe: async () => describeReportForm,
  Component: ReportFormPage,
};

export const reportStatusPage: Page = {
  queries: ({ client, params }) => [reportStatusQuery(client, params.token)],
  loadDescribe: async () => describeReportStatus,
  Component: ReportStatusPage,
};

export const reportConfirmPage: Page = {
  queries: ({ client, params }) => [confirmationQuery(client, params.token)],
  loadDescribe: async () => describeReportConfirm,
  Component: ReportConfirmPage,
};
