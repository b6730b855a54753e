
import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import tournament.models.championships
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
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
                ('average_of', models.CharField(choices=[('played', 'played'), ('all-others', 'all-others')], default='played', max_length=12)),
                ('flat_score', models.CharField(choices=[('1', '1'), ('3/2', '3/2'), ('2', '2')], default='3/2', max_length=4)),
                ('scale', models.CharField(choices=[('1-2', '1-2'), ('0-100', '0-100')], default='1-2', max_length=6)),
                ('rank_by', models.CharField(choices=[('auto', 'auto'), ('total', 'total'), ('mean', 'mean')], default='auto', max_length=6)),
                ('withdrawn', models.CharField(choices=[('keep', 'keep'), ('annul', 'annul')], default='keep', max_length=6)),
                ('play_variant', models.CharField(choices=[('obligada', 'obligada'), ('obligada-second-hand', 'obligada-second-hand'), ('obligada-safe-third', 'obligada-safe-third'), ('lliure', 'lliure')], default='obligada', max_length=24)),
                ('tie_breaks', models.JSONField(default=tournament.models.championships.default_tie_breaks)),
                ('draw_seed', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'ordering': ['-date', '-id'],
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
            name='DealSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64)),
                ('salt', models.CharField(blank=True, max_length=200)),
                ('salt_fixed_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('commitment__regex', '^[0-9a-f]{64}$')), name='commitment_is_64_hex_digits')],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('kind', models.CharField(choices=[('round-robin', 'all play all')], default='round-robin', max_length=16)),
                ('hands_per_match', models.PositiveSmallIntegerField(default=4)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournament.championship')),
                ('deal_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='stages', to='tournament.dealset')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('planned', 'planned'), ('open', 'open'), ('closed', 'closed')], default='planned', max_length=8)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('first_closed_at', models.DateTimeField(blank=True, null=True)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.stage')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.championship')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                ('club', models.CharField(blank=True, max_length=60, verbose_name='club')),
                ('joined_round', models.PositiveSmallIntegerField(default=1)),
                ('withdrawn_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournament.championship')),
                ('fixed_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixed_teams', to='tournament.table')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournament.team')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cancelled', models.BooleanField(default=False)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournament.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='tournament.table')),
                ('ew', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_ew', to='tournament.team')),
                ('ns', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_ns', to='tournament.team')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['round__number', 'table__number'],
            },
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('actor', models.CharField(max_length=160)),
                ('action', models.CharField(choices=[('championship-created', 'championship created'), ('championship-changed', 'championship changed'), ('settings-changed', 'settings changed'), ('championship-ended', 'championship ended'), ('member-added', 'person added'), ('member-changed', "person's role changed"), ('member-removed', 'person removed'), ('team-added', 'pair added'), ('team-changed', 'pair changed'), ('team-removed', 'pair removed'), ('teams-imported', 'pairs imported'), ('numbers-drawn', 'numbers drawn by lot'), ('team-joined-late', 'late pair'), ('team-withdrawn', 'pair withdrawn'), ('tables-changed', 'tables changed'), ('schedule-made', 'schedule made'), ('schedule-removed', 'schedule removed'), ('schedule-published', 'schedule published'), ('deals-made', 'hands made'), ('salt-changed', 'salt changed'), ('salt-fixed', 'salt fixed'), ('hands-opened-early', 'hands opened early'), ('hands-printed', 'hands printed'), ('key-published', 'key published'), ('round-opened', 'round opened'), ('round-closed', 'round closed'), ('round-reopened', 'round reopened'), ('result-entered', 'result entered'), ('result-changed', 'result changed'), ('sitting-noted', 'players of a match noted')], max_length=32)),
                ('target', models.CharField(blank=True, max_length=200)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('championship', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournament.championship')),
            ],
            options={
                'ordering': ['sequence'],
                'constraints': [models.UniqueConstraint(fields=('championship', 'sequence'), name='event_sequence_is_unique')],
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
            options={
                'constraints': [models.UniqueConstraint(fields=('championship', 'user'), name='one_role_per_user'), models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'referee'])), name='role_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField()),
                ('version', models.PositiveSmallIntegerField()),
                ('is_current', models.BooleanField(default=True)),
                ('outcome', models.CharField(choices=[('played', 'played'), ('not-played', 'not played'), ('blank', 'taken back')], max_length=10)),
                ('ns_points', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('trump', models.CharField(blank=True, choices=[('O', 'O'), ('C', 'C'), ('E', 'E'), ('B', 'B'), ('botifarra', 'botifarra')], max_length=10)),
                ('double', models.CharField(blank=True, choices=[('contro', 'contro'), ('recontro', 'recontro')], max_length=8)),
                ('infraction', models.CharField(blank=True, choices=[('NS', 'NS'), ('EW', 'EW'), ('NS+EW', 'NS+EW')], max_length=5)),
                ('not_played_reason', models.CharField(blank=True, choices=[('time', 'time ran out'), ('fouled', 'fouled hand'), ('withdrawn', 'withdrawn opponent'), ('other', 'another reason')], max_length=10)),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('entered_by', models.CharField(max_length=160)),
                ('change_reason', models.CharField(blank=True, max_length=500)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='tournament.match')),
            ],
            options={
                'ordering': ['match', 'deal', 'version'],
                'indexes': [models.Index(condition=models.Q(('is_current', True)), fields=['deal', 'match'], name='current_results')],
                'constraints': [models.UniqueConstraint(fields=('match', 'deal', 'version'), name='result_versions_are_distinct'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('match', 'deal'), name='one_current_result_per_hand'), models.CheckConstraint(condition=models.Q(('deal__gte', 1)), name='deal_from_1'), models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='version_from_1'), models.CheckConstraint(condition=models.Q(('ns_points__isnull', True), ('ns_points__range', (0, 72)), _connector='OR'), name='points_from_0_to_72'), models.CheckConstraint(condition=models.Q(models.Q(('not_played_reason', ''), ('outcome', 'played'), models.Q(('ns_points__isnull', False), models.Q(('infraction', ''), _negated=True), _connector='OR')), models.Q(('infraction', ''), ('ns_points__isnull', True), ('outcome', 'not-played'), models.Q(('not_played_reason', ''), _negated=True)), models.Q(('infraction', ''), ('not_played_reason', ''), ('ns_points__isnull', True), ('outcome', 'blank')), _connector='OR'), name='result_fits_its_outcome'), models.CheckConstraint(condition=models.Q(models.Q(('not_played_reason', 'other'), _negated=True), models.Q(('note', ''), _negated=True), _connector='OR'), name='another_reason_is_told'), models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('change_reason', ''), _negated=True), _connector='OR'), name='a_change_has_a_reason')],
            },
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
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='early_access_has_a_reason')],
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
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'seat'), name='one_player_per_seat'), models.UniqueConstraint(fields=('match', 'player'), name='one_seat_per_player')],
            },
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
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='round_number_is_unique'),
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
            model_name='table',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='table_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('championship', 'number'), name='team_number_is_unique'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('fixed_table',), name='one_team_per_fixed_table'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='team_number_from_1'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('joined_round__gte', 1)), name='joined_round_from_1'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('team', 'position'), name='player_position_is_unique'),
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
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled', False)), fields=('round', 'table'), name='one_match_per_table_and_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled', False)), fields=('round', 'ns'), name='one_match_per_ns_team_and_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled', False)), fields=('round', 'ew'), name='one_match_per_ew_team_and_round'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('ns', models.F('ew')), _negated=True), name='a_team_does_not_meet_itself'),
        ),
    ]
