import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import tournament.models.links
import tournament.models.stages
from django.conf import settings
from django.db import migrations, models


from tournament.migrations._append_only import operations as append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['round__number', 'table__number'],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='BackupPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('folder', models.CharField(blank=True, max_length=1000)),
                ('last_at', models.DateTimeField(blank=True, null=True)),
                ('last_fault', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_backup_plan')],
            },
        ),
        migrations.CreateModel(
            name='Championship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('place', models.CharField(blank=True, max_length=120, verbose_name='place')),
                ('date', models.DateField(verbose_name='date')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('confirmation', models.CharField(choices=[('none', "nobody's"), ('other-side', "the other pair's"), ('referee', "a referee's")], default='other-side', max_length=10)),
                ('round_minutes', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('correction_minutes', models.PositiveSmallIntegerField(default=30)),
                ('record_number', models.PositiveBigIntegerField(blank=True, null=True)),
                ('is_rehearsal', models.BooleanField(default=False, editable=False)),
            ],
            options={
                'ordering': ['-date', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmation__in', ['none', 'other-side', 'referee'])), name='confirmation_is_known'), models.CheckConstraint(condition=models.Q(('round_minutes__isnull', True), ('round_minutes__range', (1, 600)), _connector='OR'), name='a_round_lasts_1_to_600_minutes'), models.CheckConstraint(condition=models.Q(('correction_minutes__range', (0, 10080))), name='corrections_for_a_week_at_most')],
            },
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                ('club', models.CharField(blank=True, max_length=60, verbose_name='club')),
                ('joined_round', models.PositiveSmallIntegerField(default=1)),
                ('withdrawn_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('link_number', models.PositiveSmallIntegerField(default=1)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contestants', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='DealSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('deals_before', models.PositiveSmallIntegerField(default=0)),
                ('key', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64)),
                ('salt', models.CharField(blank=True, max_length=200)),
                ('salt_fixed_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deal_sets', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32)),
                ('fingerprint', models.CharField(max_length=64)),
                ('answer', models.JSONField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournament.championship')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='InstallationEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('actor', models.CharField(max_length=160)),
                ('target', models.CharField(blank=True, max_length=200)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('action', models.CharField(choices=[('account-made', 'account made'), ('account-changed', 'account changed'), ('password-reset', 'password reset'), ('championship-exported', 'championship exported'), ('championship-imported', 'championship imported'), ('site-restored', 'site restored from a backup'), ('backups-changed', 'folder of the backups changed')], max_length=32)),
            ],
            options={
                'ordering': ['sequence'],
                'constraints': [models.UniqueConstraint(fields=('sequence',), name='installation_sequence_is_unique')],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('papers', 'papers'), ('workbook', 'workbook'), ('analysis', 'analysis')], max_length=10)),
                ('arguments', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('organisers_only', models.BooleanField(default=False)),
                ('language', models.CharField(max_length=5)),
                ('asked_by', models.CharField(max_length=160)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'in progress'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=8)),
                ('worker', models.CharField(blank=True, max_length=32)),
                ('beat_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('of', models.PositiveIntegerField(default=0)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('fault', models.CharField(blank=True, max_length=500)),
                ('file', models.CharField(blank=True, max_length=80)),
                ('file_name', models.CharField(blank=True, max_length=200)),
                ('content_type', models.CharField(blank=True, max_length=100)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='tournament.championship')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='LinkSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.BinaryField(default=tournament.models.links.new_secret, max_length=32)),
                ('last_ended', models.PositiveSmallIntegerField(default=0)),
                ('championship', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='link_secret', to='tournament.championship')),
            ],
        ),
        migrations.CreateModel(
            name='CorrectionRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('disagreement', 'the pairs disagree'), ('meanwhile', 'entered twice'), ('correction', 'correction asked for')], max_length=12)),
                ('side', models.CharField(choices=[('NS', 'NS'), ('EW', 'EW')], max_length=2)),
                ('based_on', models.PositiveSmallIntegerField()),
                ('said', models.JSONField(blank=True, null=True)),
                ('words', models.CharField(blank=True, max_length=500)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.CharField(max_length=160)),
                ('actor_contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('actor_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, choices=[('', 'not answered'), ('agreed', 'the opponents agree'), ('refused', 'the opponents do not agree')], max_length=8)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.CharField(blank=True, max_length=160)),
                ('answered_contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('answered_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('decision', models.CharField(blank=True, choices=[('', 'not decided'), ('granted', 'result changed'), ('refused', 'result stands')], max_length=8)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_by', models.CharField(blank=True, max_length=160)),
                ('decision_reason', models.CharField(blank=True, max_length=500)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='correction_requests', to='tournament.match')),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('referee', 'referee')], max_length=10)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournament.championship')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournament.contestant')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='PlayRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('trump', models.CharField(blank=True, choices=[('O', 'O'), ('C', 'C'), ('E', 'E'), ('B', 'B'), ('botifarra', 'botifarra')], max_length=10)),
                ('double', models.CharField(blank=True, choices=[('contro', 'contro'), ('recontro', 'recontro')], max_length=8)),
                ('leader', models.CharField(choices=[('N', 'N'), ('W', 'W'), ('S', 'S'), ('E', 'E')], max_length=1)),
                ('gone', models.CharField(blank=True, max_length=143)),
                ('plays', models.CharField(blank=True, max_length=143)),
                ('deal', models.PositiveSmallIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('goes_back_to', models.PositiveIntegerField(blank=True, null=True)),
                ('left_over', models.CharField(blank=True, max_length=143)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.CharField(max_length=160)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='play_records', to='tournament.match')),
            ],
            options={
                'ordering': ['match', 'deal', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('dealt-hand', 'Dealt Hand')], default='dealt-hand', max_length=16)),
                ('version', models.PositiveSmallIntegerField()),
                ('is_current', models.BooleanField(default=True)),
                ('outcome', models.CharField(choices=[('played', 'played'), ('not-played', 'not played'), ('blank', 'taken back')], max_length=10)),
                ('not_played_reason', models.CharField(blank=True, choices=[('time', 'time ran out'), ('fouled', 'fouled hand'), ('withdrawn', 'withdrawn opponent'), ('other', 'another reason')], max_length=10)),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('ns_points', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('trump', models.CharField(blank=True, choices=[('O', 'O'), ('C', 'C'), ('E', 'E'), ('B', 'B'), ('botifarra', 'botifarra')], max_length=10)),
                ('double', models.CharField(blank=True, choices=[('contro', 'contro'), ('recontro', 'recontro')], max_length=8)),
                ('infraction', models.CharField(blank=True, choices=[('NS', 'NS'), ('EW', 'EW'), ('NS+EW', 'NS+EW')], max_length=5)),
                ('award', models.CharField(blank=True, choices=[('NS', 'NS'), ('EW', 'EW'), ('NS+EW', 'NS+EW')], max_length=5)),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('entered_by', models.CharField(max_length=160)),
                ('entered_side', models.CharField(blank=True, choices=[('NS', 'NS'), ('EW', 'EW')], max_length=2)),
                ('entered_contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('entered_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('change_reason', models.CharField(blank=True, max_length=500)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='tournament.match')),
            ],
            options={
                'ordering': ['match', 'deal', 'version'],
            },
        ),
        migrations.CreateModel(
            name='AttachedPlay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('trump', models.CharField(blank=True, choices=[('O', 'O'), ('C', 'C'), ('E', 'E'), ('B', 'B'), ('botifarra', 'botifarra')], max_length=10)),
                ('double', models.CharField(blank=True, choices=[('contro', 'contro'), ('recontro', 'recontro')], max_length=8)),
                ('leader', models.CharField(choices=[('N', 'N'), ('W', 'W'), ('S', 'S'), ('E', 'E')], max_length=1)),
                ('gone', models.CharField(blank=True, max_length=143)),
                ('plays', models.CharField(blank=True, max_length=143)),
                ('number', models.PositiveSmallIntegerField()),
                ('variant', models.CharField(choices=[('obligada', 'obligada'), ('obligada-second-hand', 'obligada-second-hand'), ('obligada-safe-third', 'obligada-safe-third'), ('lliure', 'lliure')], max_length=24)),
                ('nonce', models.CharField(max_length=32)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.CharField(max_length=160)),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plays_attached', to='tournament.result')),
            ],
            options={
                'ordering': ['result', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ResultConfirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.CharField(choices=[('NS', 'NS'), ('EW', 'EW'), ('referee', 'referee')], max_length=8)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.CharField(max_length=160)),
                ('actor_contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('actor_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='tournament.result')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('planned', 'planned'), ('open', 'open'), ('closed', 'closed')], default='planned', max_length=8)),
                ('paired', models.BooleanField(default=False)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('first_closed_at', models.DateTimeField(blank=True, null=True)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('seconds_left', models.PositiveIntegerField(blank=True, null=True)),
                ('corrections_until', models.DateTimeField(blank=True, null=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='MatchSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('held', models.CharField(choices=[('NS', 'NS'), ('EW', 'EW'), ('N', 'N'), ('W', 'W'), ('S', 'S'), ('E', 'E')], max_length=2)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_seats', to='tournament.contestant')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.match')),
                ('round', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.round')),
            ],
        ),
        migrations.AddField(
            model_name='match',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournament.round'),
        ),
        migrations.CreateModel(
            name='HandAccess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('opened', 'opened early'), ('printed', 'printed')], max_length=8)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.CharField(max_length=160)),
                ('reason', models.CharField(max_length=500)),
                ('deal_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accesses', to='tournament.dealset')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hand_accesses', to='tournament.round')),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='RoundDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('number_in_set', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='round_deals', to='tournament.championship')),
                ('deal_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round_deals', to='tournament.dealset')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='round_deals', to='tournament.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('hand-cancelled', 'hand cancelled for all'), ('deduction', 'deduction')], max_length=16)),
                ('deal', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('hundredths', models.PositiveIntegerField(blank=True, null=True)),
                ('reason', models.CharField(max_length=500)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.CharField(max_length=160)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_by', models.CharField(blank=True, max_length=160)),
                ('withdrawal_reason', models.CharField(blank=True, max_length=500)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.championship')),
                ('contestant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.contestant')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(choices=[('N', 'N'), ('W', 'W'), ('S', 'S'), ('E', 'E')], max_length=1)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='tournament.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='tournament.player')),
            ],
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('kind', models.CharField(choices=[('round-robin', 'all play all'), ('drawn', 'opponents drawn by lot')], default='round-robin', max_length=16)),
                ('hands_per_match', models.PositiveSmallIntegerField(default=4)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('average_of', models.CharField(choices=[('played', 'played'), ('all-others', 'all-others')], default='played', max_length=12)),
                ('flat_score', models.CharField(choices=[('1', '1'), ('3/2', '3/2'), ('2', '2')], default='3/2', max_length=4)),
                ('scale', models.CharField(choices=[('1-2', '1-2'), ('0-100', '0-100')], default='1-2', max_length=6)),
                ('rank_by', models.CharField(choices=[('auto', 'auto'), ('total', 'total'), ('mean', 'mean')], default='auto', max_length=6)),
                ('withdrawn', models.CharField(choices=[('keep', 'keep'), ('annul', 'annul')], default='keep', max_length=6)),
                ('play_variant', models.CharField(choices=[('obligada', 'obligada'), ('obligada-second-hand', 'obligada-second-hand'), ('obligada-safe-third', 'obligada-safe-third'), ('lliure', 'lliure')], default='obligada', max_length=24)),
                ('tie_breaks', models.JSONField(default=tournament.models.stages.default_tie_breaks)),
                ('draw_seed', models.CharField(blank=True, max_length=64)),
                ('pairing_seed', models.CharField(blank=True, max_length=64)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.stage'),
        ),
        migrations.CreateModel(
            name='HandAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveIntegerField()),
                ('variant', models.CharField(choices=[('obligada', 'obligada'), ('obligada-second-hand', 'obligada-second-hand'), ('obligada-safe-third', 'obligada-safe-third'), ('lliure', 'lliure')], max_length=24)),
                ('trump', models.CharField(choices=[('O', 'O'), ('C', 'C'), ('E', 'E'), ('B', 'B'), ('botifarra', 'botifarra')], max_length=9)),
                ('low', models.PositiveSmallIntegerField()),
                ('high', models.PositiveSmallIntegerField()),
                ('line', models.JSONField(blank=True, null=True)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='analyses', to='tournament.stage')),
            ],
            options={
                'verbose_name_plural': 'hand analyses',
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('link_number', models.PositiveSmallIntegerField(default=1)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='contestant',
            name='fixed_table',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixed_contestants', to='tournament.table'),
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('actor', models.CharField(max_length=160)),
                ('target', models.CharField(blank=True, max_length=200)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('action', models.CharField(choices=[('championship-created', 'championship created'), ('championship-changed', 'championship changed'), ('settings-changed', 'settings changed'), ('championship-ended', 'championship ended'), ('member-added', 'person added'), ('member-changed', "person's role changed"), ('member-removed', 'person removed'), ('contestant-added', 'pair added'), ('contestant-changed', 'pair changed'), ('contestant-removed', 'pair removed'), ('contestants-imported', 'pairs imported'), ('numbers-drawn', 'numbers drawn by lot'), ('contestant-joined-late', 'late pair'), ('contestant-withdrawn', 'pair withdrawn'), ('tables-changed', 'tables changed'), ('schedule-made', 'schedule made'), ('round-paired', 'opponents drawn'), ('schedule-removed', 'schedule removed'), ('schedule-published', 'schedule published'), ('deals-made', 'hands made'), ('salt-changed', 'salt changed'), ('salt-fixed', 'salt fixed'), ('hands-opened-early', 'hands opened early'), ('hands-printed', 'hands printed'), ('key-published', 'key published'), ('round-opened', 'round opened'), ('round-closed', 'round closed'), ('round-reopened', 'round reopened'), ('result-entered', 'result entered'), ('result-changed', 'result changed'), ('sitting-noted', 'players of a match noted'), ('day-changed', 'day settings changed'), ('clock-changed', 'countdown changed'), ('result-confirmed', 'result confirmed'), ('result-questioned', 'table asked to check its entry'), ('correction-request-made', 'correction request made'), ('correction-request-answered', 'correction request answered by the opponents'), ('correction-request-decided', 'correction request decided'), ('ruling-made', 'ruling made'), ('ruling-withdrawn', 'ruling withdrawn'), ('play-attached', 'record of play attached'), ('link-renewed', 'link renewed')], max_length=32)),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('deal', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('correction_request', models.PositiveIntegerField(blank=True, null=True)),
                ('ruling', models.PositiveIntegerField(blank=True, null=True)),
                ('public_actor', models.CharField(max_length=160)),
                ('actor_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('actor_side', models.CharField(blank=True, choices=[('NS', 'NS'), ('EW', 'EW')], max_length=2)),
                ('actor_contestant', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournament.championship')),
            ],
            options={
                'ordering': ['sequence'],
                'indexes': [models.Index(fields=['championship', 'round', 'table', 'deal'], name='events_by_round'), models.Index(fields=['championship', 'deal'], name='events_by_deal'), models.Index(fields=['championship', 'contestant'], name='events_by_contestant')],
                'constraints': [models.UniqueConstraint(fields=('championship', 'sequence'), name='event_sequence_is_unique'), models.CheckConstraint(condition=models.Q(models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', True), ('ruling__isnull', True), ('table__isnull', True)), models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', False), ('ruling__isnull', True), ('table__isnull', True), ('target', '')), models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', False), ('ruling__isnull', True), ('table__isnull', False), ('target', '')), models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', False), ('round__isnull', False), ('ruling__isnull', True), ('table__isnull', False), ('target', '')), models.Q(('contestant__isnull', True), ('correction_request__isnull', False), ('deal__isnull', False), ('round__isnull', False), ('ruling__isnull', True), ('table__isnull', False), ('target', '')), models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', True), ('ruling__isnull', True), ('table__isnull', False), ('target', '')), models.Q(('contestant__isnull', False), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', True), ('ruling__isnull', True), ('table__isnull', True), ('target', '')), models.Q(('contestant__isnull', True), ('correction_request__isnull', True), ('deal__isnull', False), ('round__isnull', False), ('ruling__isnull', False), ('table__isnull', True), ('target', '')), models.Q(('contestant__isnull', False), ('correction_request__isnull', True), ('deal__isnull', True), ('round__isnull', True), ('ruling__isnull', False), ('table__isnull', True), ('target', '')), _connector='OR'), name='event_is_at_a_place'), models.CheckConstraint(condition=models.Q(models.Q(('round__isnull', True), ('round__gte', 1), _connector='OR'), models.Q(('table__isnull', True), ('table__gte', 1), _connector='OR'), models.Q(('deal__isnull', True), ('deal__gte', 1), _connector='OR'), models.Q(('contestant__isnull', True), ('contestant__gte', 1), _connector='OR'), models.Q(('correction_request__isnull', True), ('correction_request__gte', 1), _connector='OR'), models.Q(('ruling__isnull', True), ('ruling__gte', 1), _connector='OR'), models.Q(('actor_table__isnull', True), ('actor_table__gte', 1), _connector='OR'), models.Q(('actor_contestant__isnull', True), ('actor_contestant__gte', 1), _connector='OR')), name='event_counts_from_1'), models.CheckConstraint(condition=models.Q(models.Q(('actor_side', ''), ('actor_table__isnull', True)), models.Q(('actor_contestant__isnull', False), ('actor_table__isnull', False), models.Q(('actor_side', ''), _negated=True)), _connector='OR'), name='a_table_acts_for_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='ChampionshipLogo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('png', models.BinaryField(max_length=524288)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('championship', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='logo', to='tournament.championship')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('width__range', (1, 600)), ('height__range', (1, 240))), name='a_logo_has_a_size_that_is_printed'), models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='logo_digest_is_64_hex_digits')],
            },
        ),
        migrations.AddConstraint(
            model_name='dealset',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='deal_set_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='dealset',
            constraint=models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='commitment_is_64_hex_digits'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('championship', 'key'), name='a_delivery_is_taken_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('key__regex', '^[0-9a-f]{32}$')), name='delivery_key_is_32_hex_digits'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('championship', 'digest'), name='a_job_is_asked_for_once'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed'])), name='job_state_is_known'),
        ),
        migrations.AddIndex(
            model_name='correctionrequest',
            index=models.Index(condition=models.Q(('decision', '')), fields=['match', 'deal'], name='open_correction_requests'),
        ),
        migrations.AddConstraint(
            model_name='correctionrequest',
            constraint=models.CheckConstraint(condition=models.Q(('deal__gte', 1)), name='correction_request_deal_from_1'),
        ),
        migrations.AddConstraint(
            model_name='correctionrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False), models.Q(('decision_reason', ''), _negated=True)), _connector='OR'), name='a_decided_correction_request_says_why'),
        ),
        migrations.AddConstraint(
            model_name='correctionrequest',
            constraint=models.CheckConstraint(condition=models.Q(('actor_table__isnull', True), ('actor_contestant__isnull', False), _connector='OR'), name='a_table_correction_requests_for_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='correctionrequest',
            constraint=models.CheckConstraint(condition=models.Q(('answered_table__isnull', True), ('answered_contestant__isnull', False), _connector='OR'), name='a_table_answers_for_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('championship', 'user'), name='one_role_per_user'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'referee'])), name='role_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('contestant', 'position'), name='player_position_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='player_position_from_1'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='playrecord',
            constraint=models.UniqueConstraint(fields=('match', 'deal', 'version'), name='play_versions_are_distinct'),
        ),
        migrations.AddConstraint(
            model_name='playrecord',
            constraint=models.CheckConstraint(condition=models.Q(('deal__gte', 1), ('version__gte', 1)), name='play_counts_from_1'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(condition=models.Q(('is_current', True)), fields=['deal', 'match'], name='current_results'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('match', 'deal', 'version'), name='result_versions_are_distinct'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('match', 'deal'), name='one_current_result_per_hand'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('deal__gte', 1)), name='deal_from_1'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='version_from_1'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('not_played_reason', ''), ('outcome__in', ['played', 'blank'])), models.Q(('outcome', 'not-played'), models.Q(('not_played_reason', ''), _negated=True)), _connector='OR'), name='what_was_not_played_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'dealt-hand'), _negated=True), ('ns_points__isnull', True), ('ns_points__range', (0, 72)), _connector='OR'), name='points_from_0_to_72'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'dealt-hand'), _negated=True), models.Q(('outcome', 'played'), models.Q(('ns_points__isnull', False), models.Q(('infraction', ''), _negated=True), ('award', 'NS+EW'), _connector='OR')), models.Q(models.Q(('outcome', 'played'), _negated=True), ('award', ''), ('infraction', ''), ('ns_points__isnull', True)), _connector='OR'), name='dealt_hand_fits_its_outcome'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('infraction', ''), ('award', ''), _connector='OR'), name='a_rule_break_or_an_award'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('not_played_reason', 'other'), _negated=True), models.Q(('note', ''), _negated=True), _connector='OR'), name='another_reason_is_told'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('change_reason', ''), _negated=True), _connector='OR'), name='a_change_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entered_contestant__isnull', True), ('entered_table__isnull', True)), models.Q(('entered_contestant__isnull', False), models.Q(('entered_side', ''), _negated=True)), _connector='OR'), name='a_link_enters_for_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='attachedplay',
            constraint=models.UniqueConstraint(fields=('result', 'number'), name='attached_plays_are_distinct'),
        ),
        migrations.AddConstraint(
            model_name='attachedplay',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='attached_play_from_1'),
        ),
        migrations.AddConstraint(
            model_name='attachedplay',
            constraint=models.CheckConstraint(condition=models.Q(('plays', ''), _negated=True), name='an_attached_play_has_cards'),
        ),
        migrations.AddConstraint(
            model_name='resultconfirmation',
            constraint=models.UniqueConstraint(fields=('result', 'by'), name='one_confirmation_of_each'),
        ),
        migrations.AddConstraint(
            model_name='resultconfirmation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor_contestant__isnull', True), ('actor_table__isnull', True)), models.Q(('actor_contestant__isnull', False), ('by__in', ['NS', 'EW'])), _connector='OR'), name='a_link_confirms_for_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='resultconfirmation',
            constraint=models.CheckConstraint(condition=models.Q(('by__in', ['NS', 'EW', 'referee'])), name='confirmation_is_somebodys'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.CheckConstraint(condition=models.Q(('held__in', ['NS', 'EW', 'N', 'W', 'S', 'E'])), name='a_side_or_a_seat_is_held'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('match', 'contestant'), name='nobody_meets_themselves'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('round', 'contestant'), name='nobody_plays_twice_in_a_round'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(condition=models.Q(('held__in', ['N', 'NS'])), fields=('match',), name='seat_n_is_held_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(condition=models.Q(('held__in', ['W', 'EW'])), fields=('match',), name='seat_w_is_held_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(condition=models.Q(('held__in', ['S', 'NS'])), fields=('match',), name='seat_s_is_held_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(condition=models.Q(('held__in', ['E', 'EW'])), fields=('match',), name='seat_e_is_held_once'),
        ),
        migrations.AddConstraint(
            model_name='handaccess',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='early_access_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='rounddeal',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='deal_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='rounddeal',
            constraint=models.UniqueConstraint(fields=('deal_set', 'number_in_set'), name='a_deal_of_a_set_is_played_once'),
        ),
        migrations.AddConstraint(
            model_name='rounddeal',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='deal_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='rounddeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deal_set__isnull', True), ('number_in_set__isnull', True)), models.Q(('deal_set__isnull', False), ('number_in_set__gte', 1)), _connector='OR'), name='a_deal_has_a_number_in_its_set'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='ruling_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'hand-cancelled'), ('withdrawn_at__isnull', True)), fields=('championship', 'deal'), name='a_hand_is_cancelled_once'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_ruling_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('contestant__isnull', True), ('deal__gte', 1), ('hundredths__isnull', True), ('kind', 'hand-cancelled')), models.Q(('contestant__isnull', False), ('deal__isnull', True), ('hundredths__gte', 1), ('kind', 'deduction')), _connector='OR'), name='ruling_fits_its_kind'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), models.Q(('withdrawal_reason', ''), _negated=True), _connector='OR'), name='a_withdrawal_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='one_player_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='one_seat_per_player'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='stage_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('hands_per_match__gte', 1)), name='a_match_has_hands'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='round_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['planned', 'open', 'closed'])), name='round_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('seconds_left__isnull', True), _connector='OR'), name='a_countdown_runs_or_is_paused'),
        ),
        migrations.AddConstraint(
            model_name='handanalysis',
            constraint=models.UniqueConstraint(fields=('stage', 'deal', 'variant', 'trump'), name='a_hand_is_analysed_once'),
        ),
        migrations.AddConstraint(
            model_name='handanalysis',
            constraint=models.CheckConstraint(condition=models.Q(('deal__gte', 1)), name='analysed_deal_from_1'),
        ),
        migrations.AddConstraint(
            model_name='handanalysis',
            constraint=models.CheckConstraint(condition=models.Q(('high__lte', 72), ('low__lte', models.F('high'))), name='analysed_points_are_bounds'),
        ),
        migrations.AddConstraint(
            model_name='handanalysis',
            constraint=models.CheckConstraint(condition=models.Q(('variant__in', ['obligada', 'obligada-second-hand', 'obligada-safe-third', 'lliure'])), name='analysed_variant_is_known'),
        ),
        migrations.AddConstraint(
            model_name='handanalysis',
            constraint=models.CheckConstraint(condition=models.Q(('trump__in', ['O', 'C', 'E', 'B', 'botifarra'])), name='analysed_trump_is_known'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='table_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled', False)), fields=('round', 'table'), name='one_match_per_table_and_round'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='contestant_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.UniqueConstraint(fields=('fixed_table',), name='one_contestant_per_fixed_table'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='contestant_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='contestant',
            constraint=models.CheckConstraint(condition=models.Q(('joined_round__gte', 1)), name='joined_round_from_1'),
        ),
    ]

    operations += append_only
