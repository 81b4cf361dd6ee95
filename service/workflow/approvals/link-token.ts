/** `<publicUrl>/approvals/<token>` */
export function approvalUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/approvals/${token}`;
}
