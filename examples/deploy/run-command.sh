#!/bin/sh
# Runs a command of pr-service as the systemd unit runs the service. A root shell has none of the unit's settings: there a command
# would make a new database in ./data, and invite people to that. As root:
#   sh run-command.sh agency create --name "Nordlicht Kommunikation"
set -eu
unit=pr-service-command-$$
# With the drop-ins of `systemctl edit`.
text=$(systemctl cat pr-service.service)
# What decides which data, keys and rights a command has. A transient unit expands no specifier, so that %d is done here.
names='User|Group|DynamicUser|SupplementaryGroups|StateDirectory|StateDirectoryMode|WorkingDirectory|UMask'
names="$names|Environment|EnvironmentFile|PassEnvironment|UnsetEnvironment"
names="$names|LoadCredential|LoadCredentialEncrypted|SetCredential|SetCredentialEncrypted|ImportCredential"
lines=$(printf '%s\n' "$text" | sed -e :join -e '/\\$/{N;s/\\\n/ /;b join' -e '}' |
  grep -E "^($names)=" | sed "s|%d|/run/credentials/$unit.service|g" | tac)
case $lines in
*%*)
  echo "The unit has a specifier other than %d, which is not known here:" >&2
  printf '%s\n' "$lines" | grep % >&2
  exit 1
  ;;
esac

for argument do
  shift
  # Else systemd puts a variable in the place of $NAME.
  set -- "$@" "$(printf %s "$argument" | sed 's/\$/$$/g')"
done
set -- /usr/local/bin/pr-service "$@"
set -f
IFS='
'
for line in $lines; do
  set -- "--property=$line" "$@"
done
# The name that a dynamic user has from pr-service.service. Under another one systemd would give the data of the running service
# to that.
exec systemd-run --quiet --pipe --wait --collect --service-type=exec --unit="$unit" --property=User=pr-service "$@"
