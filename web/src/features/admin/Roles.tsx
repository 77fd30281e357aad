import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member, RoleBody } from '@/api/generated/staff';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Rows } from '@/ui/Rows';
import { ChangeRole } from './ChangeRole';

const roles: ReadonlyArray<RoleBody['role']> = ['moderator', 'auditor', 'administrator'];

interface Props {
  member: Member;
  /** The member's, in words. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** What each role may do, whether the member has it, and the way to change that. */
export function Roles({ member, name, open, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [chosen, choose] = useState<RoleBody['role']>();
  const close = () => {
    choose(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t('members.rolesOf', { name })}>
      {chosen ? (
        <ChangeRole member={member} name={name} role={chosen} onDone={close} onCancel={() => choose(undefined)} />
      ) : (
        <Rows>
          {roles.map((role) => {
            const has = member.roles.includes(role);
            const roleName = t(`members.role.${role}`);
            return (
              <li key={role}>
                <div>
                  <b>{roleName}</b>
                  <p className="sm mut">{t(`members.may.${role}`)}</p>
                </div>
                <Button
                  variant="outline"
                  size="small"
                  label={t(has ? 'members.takeBackNamed' : 'members.giveNamed', { role: roleName })}
                  onClick={() => choose(role)}
                >
                  {t(has ? 'members.takeBack' : 'members.give')}
                </Button>
              </li>
            );
          })}
        </Rows>
      )}
    </Dialog>
  );
}
